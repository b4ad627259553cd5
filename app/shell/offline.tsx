import { useEffect } from "react";
import { type DataStrategyResult, data } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { notices } from "#contract/messages.ts";
import { showToast } from "./toasts.tsx";

/** An action for which `fetch` threw (Fetch standard, "network error"): React Router passes that on as `data`. */
const isNetworkError = (result: unknown) =>
	result instanceof Object && "data" in result && result.data instanceof TypeError;

/**
 * `clientMiddleware` of every form: on a network error its action returns a form error, so that the form keeps what was typed.
 * The status keeps React Router from reloading the page's data, which would fail too.
 */
export async function keepFormsOffline(
	{ request }: { request: Request },
	next: () => Promise<Record<string, DataStrategyResult>>,
) {
	const results = await next();
	if (request.method === "GET") return;
	const errors: FormErrors = { message: notices.offline, issues: [], values: {} };
	for (const action of Object.values(results)) {
		if (isNetworkError(action.result)) {
			Object.assign(action, { type: "data", result: data(errors, 503) });
		}
	}
}

/** A click that opens another page of the shop in this tab, and nothing else. @returns its link, or null */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
	const { target, button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey } = event;
	if (button !== 0 || defaultPrevented || metaKey || ctrlKey || shiftKey || altKey) return null;
	const link = target instanceof Element ? target.closest("a") : null;
	if (!link || link.origin !== location.origin || link.target || link.download) return null;
	const isSamePage = link.pathname === location.pathname && link.search === location.search;
	return isSamePage && link.hash ? null : link;
}

/** Links that were tried: the next click on them is the one that goes there. */
const reached = new WeakSet<HTMLAnchorElement>();

/**
 * `navigator.onLine` may be wrong: a shop on the same machine is still there. The page stays only where the shop cannot be
 * reached, as a page that fails to load would take what has been typed with it.
 */
async function tryFirst(event: MouseEvent) {
	if (navigator.onLine) return;
	const link = linkOf(event);
	if (!link || reached.delete(link)) return;
	event.preventDefault();
	event.stopPropagation();
	try {
		await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
	} catch {
		return showToast({ kind: "error", text: notices.offline });
	}
	reached.add(link);
	link.click();
}

export function Offline() {
	useEffect(() => {
		addEventListener("click", tryFirst, { capture: true });
		return () => removeEventListener("click", tryFirst, { capture: true });
	}, []);
	return null;
}
