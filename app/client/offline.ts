/** Sends a request, because `navigator.onLine` can be false even when the shop is reachable, for example on localhost. */
async function isReachable(): Promise<boolean> {
	try {
		await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
		return true;
	} catch {
		return false;
	}
}

/** Returns the link if the click opens another page of the shop in this tab, or null. */
export function findClickedLink(event: MouseEvent): HTMLAnchorElement | null {
	const { target, button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey } = event;
	if (button !== 0 || defaultPrevented || metaKey || ctrlKey || shiftKey || altKey) return null;
	const link = target instanceof Element ? target.closest("a") : null;
	if (!link || link.origin !== location.origin || link.target || link.download) return null;
	const isSamePage = link.pathname === location.pathname && link.search === location.search;
	return isSamePage && link.hash ? null : link;
}

/** Calls `showOffline`, instead of leaving the page, when a link or form is used offline. */
export function watchOffline(signal: AbortSignal, showOffline: () => void): void {
	/** Links and forms whose next event is let through, because the shop turned out to be reachable. */
	const allowedElements = new WeakSet<Element>();
	const checkFirst = async (event: Event, element: HTMLElement, repeat: () => void) => {
		if (navigator.onLine || allowedElements.delete(element)) return;
		event.preventDefault();
		event.stopPropagation();
		if (!(await isReachable())) return showOffline();
		allowedElements.add(element);
		repeat();
	};
	const onClick = (event: MouseEvent) => {
		const link = findClickedLink(event);
		if (link) checkFirst(event, link, () => link.click());
	};
	const onSubmit = (event: SubmitEvent) => {
		const { target: form, submitter, defaultPrevented } = event;
		if (defaultPrevented || !(form instanceof HTMLFormElement)) return;
		checkFirst(event, form, () => form.requestSubmit(submitter));
	};
	addEventListener("click", onClick, { signal, capture: true });
	// On `window`, so that it runs last: a script that submits the form itself has already called `preventDefault`.
	addEventListener("submit", onSubmit, { signal });
}
