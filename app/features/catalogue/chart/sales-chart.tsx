import {
	type ComponentType,
	type RefObject,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from "react";
import * as v from "valibot";
import { loadPart, reloadIfReplaced } from "#app/lib/lazy.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, Spinner } from "#app/ui/feedback.tsx";
import { errors } from "#contract/errors.ts";
import type { ChartPoint } from "./sales-chart-lines.client.tsx";

const rootMargin = "200px";

/** @returns whether `element` has been in view, or nearly */
function useInView(element: RefObject<Element | null>): boolean {
	const [seen, setSeen] = useState(false);
	useEffect(() => {
		if (!element.current || seen) return;
		const observer = new IntersectionObserver(
			(entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
			{ rootMargin },
		);
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [element, seen]);
	return seen;
}

type Shown = { points: ChartPoint[]; title: string };
type Chart = { Lines: ComponentType<Shown>; points: ChartPoint[] };
type State = "loading" | Chart | Error;

const recordsSchema = v.array(
	v.object({ month: v.string(), sell: v.number(), revenue: v.number() }),
);

/** One month of `public/data.json`. */
export type ChartRecord = v.InferOutput<typeof recordsSchema>[number];

/** @throws Error with a message for the visitor */
async function loadPoints(): Promise<ChartPoint[]> {
	try {
		const records = v.parse(recordsSchema, await (await fetch("/data.json")).json());
		return records.map(({ month, ...sold }) => ({ at: month, ...sold }));
	} catch (cause) {
		throw new Error(errors.unavailable.message, { cause });
	}
}

async function loadChart(given: ChartPoint[] | undefined): Promise<Chart> {
	const [{ SalesChartLines }, points] = await Promise.all([
		loadPart("sales-chart", () => import("./sales-chart-lines.client.tsx")),
		given ?? loadPoints(),
	]);
	return { Lines: SalesChartLines, points };
}

/** The chart, fetched when the box comes into view. @param points those of `/data.json` unless given */
export function SalesChart({
	points: given,
	title = "Line chart of sell and revenue by month",
}: Partial<Shown>) {
	const box = useRef<HTMLDivElement>(null);
	const inView = useInView(box);
	const [state, setState] = useState<State>("loading");
	const load = useEffectEvent(() => loadChart(given));
	useEffect(() => {
		if (!inView || state !== "loading") return;
		let wanted = true;
		const settle = (next: Chart | Error) => wanted && setState(next);
		load().then(
			settle,
			async (error) => (await reloadIfReplaced(import.meta.url)) || settle(error),
		);
		return () => {
			wanted = false;
		};
	}, [inView, state]);
	return (
		<div ref={box} className="grid h-full items-center">
			{state === "loading" ? (
				<Spinner label="Loading the chart" />
			) : state instanceof Error ? (
				<div className="grid justify-items-start gap-4">
					<Alert tone="error">{state.message}</Alert>
					<Button onClick={() => setState("loading")}>Retry</Button>
				</div>
			) : (
				<state.Lines points={given ?? state.points} title={title} />
			)}
		</div>
	);
}
