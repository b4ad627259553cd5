import { type MouseEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { failure } from "#contract/messages.ts";
import { counted, formatWhole } from "#contract/numbers.ts";
import { readExport, saveFile } from "./orders-export-read.ts";

/** Orders that have come so far, what the end was, or nothing yet. */
type State = { orders: number } | { ended: string } | Error | null;

const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

function endOf(error: unknown): State {
	if (isAbort(error)) return { ended: "Export cancelled." };
	return new Error(error instanceof TypeError ? failure.offline : failure.unexpected);
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
