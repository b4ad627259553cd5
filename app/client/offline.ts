import { offline } from "#contract/loading-messages.ts";

/** `navigator.onLine` may be wrong: a shop on the same machine is still there. */
async function isReachable(): Promise<boolean> {
	try {
		await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
		return true;
	} catch {
		return false;
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

/**
 * Without a network a link or a form leads to the browser's own error page, and what was typed is lost: the page stays, and
 * says why. A form that a script sends (`preventDefault`) is left to that script.
 * @param show shows a message
 * @returns what ends that
 */
export function watchOffline(show: (text: string) => void): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	/** Links and forms for which the shop was reached: the next event is the one that goes there. */
	const reached = new WeakSet<Element>();
	const tryFirst = async (event: Event, element: HTMLElement, again: () => void) => {
		if (navigator.onLine || reached.delete(element)) return;
		event.preventDefault();
		event.stopPropagation();
		if (!(await isReachable())) return show(offline);
		reached.add(element);
		again();
	};
	const onClick = (event: MouseEvent) => {
		const link = linkOf(event);
		if (link) tryFirst(event, link, () => link.click());
	};
	const onSubmit = (event: SubmitEvent) => {
		const { target: form, submitter, defaultPrevented } = event;
		if (defaultPrevented || !(form instanceof HTMLFormElement)) return;
		tryFirst(event, form, () => form.requestSubmit(submitter));
	};
	addEventListener("click", onClick, { signal, capture: true });
	// Last of all listeners: by then a script that sends the form itself has prevented it.
	addEventListener("submit", onSubmit, { signal });
	return () => ending.abort();
}
