import { type ComponentType, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { failure } from "#contract/messages.ts";
import type { ChartRecord } from "../components/home/types.ts";
import { Alert } from "../components/ui/alert.tsx";
import { Button } from "../components/ui/button.tsx";
import { Spinner } from "../components/ui/spinner.tsx";
import { loadPart } from "./lazy.ts";
import { reloadIfReplaced } from "./new-deployment.ts";
import { useInView } from "./use-in-view.ts";

type Chart = { Lines: ComponentType<{ records: ChartRecord[] }>; records: ChartRecord[] };
type State = "loading" | Chart | Error;

const recordsSchema = v.array(
	v.object({ month: v.string(), sell: v.number(), revenue: v.number() }),
);

/** @throws Error with a message for the visitor */
async function loadRecords(): Promise<ChartRecord[]> {
	try {
		return v.parse(recordsSchema, await (await fetch("/data.json")).json());
	} catch (cause) {
		throw new Error(failure.unavailable, { cause });
	}
}

async function loadChart(): Promise<Chart> {
	const [{ SalesChartLines }, records] = await Promise.all([
		loadPart("sales-chart", () => import("./sales-chart-lines.client.tsx")),
		loadRecords(),
	]);
	return { Lines: SalesChartLines, records };
}

/** The chart, fetched when the box comes into view; on failure it says so and can be asked for again. */
export function SalesChart() {
	const box = useRef<HTMLDivElement>(null);
	const inView = useInView(box);
	const [state, setState] = useState<State>("loading");
	useEffect(() => {
		if (!inView || state !== "loading") return;
		let wanted = true;
		const settle = (next: Chart | Error) => wanted && setState(next);
		loadChart().then(settle, async (error) => (await reloadIfReplaced()) || settle(error));
		return () => {
			wanted = false;
		};
	}, [inView, state]);
	return (
		<div ref={box} data-needs-script className="grid h-full items-center">
			{state === "loading" ? (
				<Spinner label="Loading the chart" />
			) : state instanceof Error ? (
				<div className="grid justify-items-start gap-4">
					<Alert tone="error">{state.message}</Alert>
					<Button onClick={() => setState("loading")}>Retry</Button>
				</div>
			) : (
				<state.Lines records={state.records} />
			)}
		</div>
	);
}
