import type { ComponentType } from "react";
import { loadChunk, reloadIfOutdated } from "#app/lib/load-chunk.ts";
import { whenIdle } from "#app/lib/when-idle.ts";

type Hydrate = (element: HTMLElement) => Promise<void>;

/** @param load imports the component that `<Island>` rendered on the server */
const createIsland =
	<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Hydrate =>
	async (element) => {
		const props: Props = JSON.parse(element.dataset.props ?? "{}");
		const [{ hydrate }, component] = await Promise.all([import("./hydrate.ts"), load()]);
		hydrate(element, component.default, props);
	};

const islands = {
	login: createIsland(() => import("#app/features/accounts/login-form.tsx")),
	signup: createIsland(() => import("#app/features/accounts/signup-form.tsx")),
	"new-password": createIsland(() => import("#app/features/accounts/reset-password-form.tsx")),
	"link-google": createIsland(() => import("#app/features/accounts/link-google-form.tsx")),
	purchase: createIsland(() => import("#app/features/checkout/purchase-form.tsx")),
	checkout: createIsland(() => import("#app/features/basket/checkout-form.tsx")),
	"sales-chart": createIsland(() => import("#app/features/catalogue/chart/sales-chart.tsx")),
};

export type IslandName = keyof typeof islands;

const isIslandName = (name: string): name is IslandName => Object.hasOwn(islands, name);

/** If its script fails to load, a form still works. Any other island shows the error, or reloads the page after a new deployment. */
async function startIsland(name: IslandName, element: HTMLElement): Promise<void> {
	try {
		await loadChunk(name, () => islands[name](element));
	} catch (error) {
		if (element.querySelector("form") || (await reloadIfOutdated(import.meta.url))) return;
		if (error instanceof Error)
			element.querySelector("[role=status]")?.replaceChildren(error.message);
	}
}

/** Observes the island's first child, as the island itself has no box (`display: contents`). */
function whenVisible({ firstElementChild }: Element, start: () => void): void {
	if (!firstElementChild) return;
	const observer = new IntersectionObserver(
		(entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			observer.disconnect();
			start();
		},
		{ rootMargin: "200px" },
	);
	observer.observe(firstElementChild);
}

/** Hydrates forms when the browser is idle, and the chart when the visitor has almost scrolled to it. */
export function hydrateIslands(): void {
	for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
		const { island = "" } = element.dataset;
		if (!isIslandName(island)) continue;
		const start = () => void startIsland(island, element);
		if (island === "sales-chart") whenVisible(element, start);
		else whenIdle(start);
	}
}
