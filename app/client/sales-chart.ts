import { loadChunk, reloadIfOutdated } from "#app/lib/load-chunk.ts";

/** If the chart's script fails to load, reloads the page after a new deployment, and otherwise shows the error. */
async function loadChart(element: HTMLElement): Promise<void> {
	try {
		const { renderChart } = await loadChunk("sales-chart", () => import("./render-chart.ts"));
		renderChart(element);
	} catch (error) {
		if (await reloadIfOutdated(import.meta.url)) return;
		if (error instanceof Error)
			element.querySelector("[role=status]")?.replaceChildren(error.message);
	}
}

/** Loads the chart when the visitor has almost scrolled to it. */
export function watchChart(): void {
	const element = document.querySelector<HTMLElement>("[data-chart]");
	if (!element) return;
	const observer = new IntersectionObserver(
		(entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			observer.disconnect();
			void loadChart(element);
		},
		{ rootMargin: "200px" },
	);
	observer.observe(element);
}
