import type { ComponentType } from "react";
import { loadPart, reloadIfReplaced } from "#app/lib/lazy.ts";

type Island = {
	when: "idle" | "visible";
	start: (element: HTMLElement) => Promise<void>;
};

/** @param load the component that the server has rendered, by `<Island>` */
function islandOf<Props extends object>(
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
	login: islandOf(
		"idle",
		async () => (await import("#app/features/accounts/login-form.tsx")).LoginForm,
	),
	signup: islandOf(
		"idle",
		async () => (await import("#app/features/accounts/signup-form.tsx")).SignupForm,
	),
	"new-password": islandOf(
		"idle",
		async () => (await import("#app/features/accounts/reset-password-form.tsx")).ResetPasswordForm,
	),
	"link-google": islandOf(
		"idle",
		async () => (await import("#app/features/accounts/link-google-form.tsx")).LinkGoogleForm,
	),
	purchase: islandOf(
		"idle",
		async () => (await import("#app/features/checkout/purchase-form.tsx")).PurchaseForm,
	),
	"sales-chart": islandOf(
		"visible",
		async () => (await import("#app/features/catalogue/chart/sales-chart.tsx")).SalesChart,
	),
};

export type IslandName = keyof typeof islands;

const isIsland = (name: string): name is IslandName => Object.hasOwn(islands, name);

/** A form works without its script, and what is typed into it stays; any other island says that its script is missing. */
async function startIsland(name: IslandName, element: HTMLElement): Promise<void> {
	try {
		await loadPart(name, () => islands[name].start(element));
	} catch (error) {
		if (element.querySelector("form") || (await reloadIfReplaced(import.meta.url))) return;
		if (error instanceof Error)
			element.querySelector("[role=status]")?.replaceChildren(error.message);
	}
}

/** Milliseconds after which a form is hydrated although the browser has been busy all the time. */
const idleTimeout = 2000;

/** Safari has no `requestIdleCallback`. */
function whenIdle(start: () => void): void {
	if ("requestIdleCallback" in globalThis) requestIdleCallback(start, { timeout: idleTimeout });
	else setTimeout(start, 200);
}

/** An island has no box of its own (`display: contents`): its first child is observed. */
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
