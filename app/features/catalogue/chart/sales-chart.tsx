import {
	type ComponentType,
	type RefObject,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from "react";
import { loadChunk, reloadIfOutdated } from "#app/lib/load-chunk.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, Spinner } from "#app/ui/feedback.tsx";
import { unavailable } from "#contract/error-table/requests.ts";
import type { ChartPoint } from "./sales-chart-lines.client.tsx";

const rootMargin = "200px";

function useHasBeenInView(element: RefObject<Element | null>): boolean {
	const [hasBeenInView, setHasBeenInView] = useState(false);
	useEffect(() => {
		if (!element.current || hasBeenInView) return;
		const observer = new IntersectionObserver(
			(entries) => setHasBeenInView(entries.some(({ isIntersecting }) => isIntersecting)),
			{ rootMargin },
		);
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [element, hasBeenInView]);
	return hasBeenInView;
}

type ChartProps = { points: ChartPoint[]; title: string };
type Chart = { Lines: ComponentType<ChartProps>; points: ChartPoint[] };
type State = "loading" | Chart | Error;

type MonthlySales = { month: string; sell: number; revenue: number };

const isMonthlySales = (record: unknown): record is MonthlySales =>
	record instanceof Object &&
	"month" in record &&
	typeof record.month === "string" &&
	"sell" in record &&
	typeof record.sell === "number" &&
	"revenue" in record &&
	typeof record.revenue === "number";

/** @throws Error with a message for the visitor */
async function loadPoints(): Promise<ChartPoint[]> {
	try {
		const records: unknown = await (await fetch("/data.json")).json();
		if (!Array.isArray(records) || !records.every(isMonthlySales))
			throw new Error("Not a list of monthly sales");
		return records.map(({ month, ...sales }) => ({ period: month, ...sales }));
	} catch (cause) {
		throw new Error(unavailable.message, { cause });
	}
}

async function loadChart(initialPoints: ChartPoint[] | undefined): Promise<Chart> {
	const [{ SalesChartLines }, points] = await Promise.all([
		loadChunk("sales-chart", () => import("./sales-chart-lines.client.tsx")),
		initialPoints ?? loadPoints(),
	]);
	return { Lines: SalesChartLines, points };
}

/**
 * A chart whose code is loaded when it scrolls into view.
 * @param points - if omitted, they are loaded from `/data.json`
 */
export default function SalesChart({
	points: initialPoints,
	title = "Line chart of sales and revenue by month",
}: Partial<ChartProps>) {
	const container = useRef<HTMLDivElement>(null);
	const hasBeenInView = useHasBeenInView(container);
	const [state, setState] = useState<State>("loading");
	const load = useEffectEvent(() => loadChart(initialPoints));
	useEffect(() => {
		if (!hasBeenInView || state !== "loading") return;
		load().then(
			setState,
			async (error) => (await reloadIfOutdated(import.meta.url)) || setState(error),
		);
	}, [hasBeenInView, state]);
	return (
		<div ref={container} className="grid h-full items-center">
			{state === "loading" ? (
				<Spinner label="Loading the chart" />
			) : state instanceof Error ? (
				<div className="grid justify-items-start gap-4">
					<Alert tone="error">{state.message}</Alert>
					<Button onClick={() => setState("loading")}>Retry</Button>
				</div>
			) : (
				<state.Lines points={initialPoints ?? state.points} title={title} />
			)}
		</div>
	);
}
