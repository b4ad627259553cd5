import { useEffect } from "react";
import { notices } from "#contract/messages.ts";
import { showToast } from "./toasts.tsx";

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
