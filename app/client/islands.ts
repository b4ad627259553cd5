import type { ComponentType } from "react";
import { loadPart, reloadIfReplaced } from "#app/lib/lazy.ts";

/** `when`: as soon as the browser is idle, or as soon as the visitor has almost scrolled to the island. */
type Island = {
	when: "idle" | "visible";
	start: (element: HTMLElement) => Promise<void>;
};

/** @param load imports the component that `<Island>` rendered on the server */
function createIsland<Props extends object>(
	when: Island["when"],
	load: () => Promise<ComponentType<Props>>,
): Island {
	const start = async (element: HTMLElement) => {
		const props: Props = JSON.parse(element.dataset.props ?? "{}");
		const [{ hydrate }, Component] = await Promise.all([import("./hydrate.ts"), load()]);
		hydrate(element, Component, props);
	};
	return { when, start };
}

const islands = {
	login: createIsland(
		"idle",
		async () => (await import("#app/features/accounts/login-form.tsx")).LoginForm,
	),
	signup: createIsland(
		"idle",
		async () => (await import("#app/features/accounts/signup-form.tsx")).SignupForm,
	),
	"new-password": createIsland(
		"idle",
		async () => (await import("#app/features/accounts/reset-password-form.tsx")).ResetPasswordForm,
	),
	"link-google": createIsland(
		"idle",
		async () => (await import("#app/features/accounts/link-google-form.tsx")).LinkGoogleForm,
	),
	purchase: createIsland(
		"idle",
		async () => (await import("#app/features/checkout/purchase-form.tsx")).PurchaseForm,
	),
	"sales-chart": createIsland(
		"visible",
		async () => (await import("#app/features/catalogue/chart/sales-chart.tsx")).SalesChart,
	),
};

export type IslandName = keyof typeof islands;

const isIsland = (name: string): name is IslandName => Object.hasOwn(islands, name);

/**
 * If its script cannot be loaded, a form still works without it, and the page keeps what was typed. Any other island
 * shows an error, or reloads the page after a new deployment.
 */
async function startIsland(name: IslandName, element: HTMLElement): Promise<void> {
	try {
		await loadPart(name, () => islands[name].start(element));
	} catch (error) {
		if (element.querySelector("form") || (await reloadIfReplaced(import.meta.url))) return;
		if (error instanceof Error)
			element.querySelector("[role=status]")?.replaceChildren(error.message);
	}
}

/** After this time an island is hydrated even if the browser is still busy. */
const idleTimeoutMs = 2000;

/** Safari has no `requestIdleCallback`. */
function whenIdle(start: () => void): void {
	if ("requestIdleCallback" in globalThis) requestIdleCallback(start, { timeout: idleTimeoutMs });
	else setTimeout(start, 200);
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

export function hydrateIslands(): void {
	for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
		const { island = "" } = element.dataset;
		if (!isIsland(island)) continue;
		const start = () => void startIsland(island, element);
		if (islands[island].when === "idle") whenIdle(start);
		else whenVisible(element, start);
	}
}
