import { type MouseEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { createRecordCounter } from "#contract/csv.ts";
import { errors } from "#contract/errors.ts";
import { notices } from "#contract/messages.ts";
import { counted, formatWhole } from "#contract/numbers.ts";

/** @throws Error with a message for the admin; an AbortError when it was cancelled */
async function readExport(
	address: string,
	signal: AbortSignal,
	note: (orders: number) => void,
): Promise<Blob> {
	const answer = await fetch(address, { signal });
	const isCsv = answer.headers.get("Content-Type")?.startsWith("text/csv");
	if (!answer.ok || !isCsv || !answer.body) throw new Error(errors.internal_error.message);
	const [count, decoder] = [createRecordCounter(), new TextDecoder()];
	const pieces: Uint8Array<ArrayBuffer>[] = [];
	const reader = answer.body.getReader();
	for (let next = await reader.read(); !next.done; next = await reader.read()) {
		pieces.push(next.value);
		note(Math.max(0, count(decoder.decode(next.value, { stream: true })) - 1));
	}
	return new Blob(pieces, { type: "text/csv" });
}

function saveFile(file: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(file);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Orders that have come so far, what the end was, or nothing yet. */
type State = { orders: number } | { ended: string } | Error | null;

const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

function endOf(error: unknown): State {
	if (isAbort(error)) return { ended: "Export cancelled." };
	return new Error(error instanceof TypeError ? notices.offline : errors.internal_error.message);
}

/** Downloads the orders that the table shows. Without script it is a link; with it the orders are counted as they come. */
export function OrdersExport() {
	const { search } = useLocation();
	const [state, setState] = useState<State>(null);
	const running = useRef<AbortController>(null);
	const address = `/dashbord/orders.csv${search}`;
	async function download(event: MouseEvent) {
		event.preventDefault();
		running.current = new AbortController();
		setState({ orders: 0 });
		const note = (orders: number) => setState({ orders });
		try {
			let count = 0;
			const file = await readExport(address, running.current.signal, (orders) => {
				count = orders;
				note(orders);
			});
			saveFile(file, `orders-${new Date().toISOString().slice(0, 10)}.csv`);
			setState({ ended: `${counted(count, "order")} exported.` });
		} catch (error) {
			setState(endOf(error));
		}
	}
	const isRunning = state !== null && "orders" in state;
	return (
		<div className="no-print flex flex-wrap items-center gap-4">
			{isRunning ? (
				<Button onClick={() => running.current?.abort()}>Cancel export</Button>
			) : (
				<LinkButton to={address} reloadDocument onClick={download}>
					Export as CSV
				</LinkButton>
			)}
			<span role="status" className="num text-muted">
				{isRunning && `${formatWhole(state.orders)} orders so far`}
				{state !== null && "ended" in state && state.ended}
			</span>
			{state instanceof Error && <Alert tone="error">{state.message}</Alert>}
		</div>
	);
}
