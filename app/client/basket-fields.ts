/** Shows the number of lines in the basket. Reads it from a cookie, because cached pages are the same for every visitor. */
export function showBasketCount(): void {
	const [, count = ""] = /(?:^|; )(?:__Host-)?basketcount=(\d+)/.exec(document.cookie) ?? [];
	for (const counter of document.querySelectorAll("[data-basket-count]"))
		counter.textContent = count;
}

/** Shows the count now and whenever the browser restores the page from the back/forward cache. */
export function watchBasketCount(signal: AbortSignal): void {
	showBasketCount();
	addEventListener("pageshow", showBasketCount, { signal });
}

/** Returns the auto-saved fields whose value is not saved yet. */
export const findUnsavedFields = () =>
	[...document.querySelectorAll<HTMLInputElement>("input[data-submits]")].filter(
		({ value, defaultValue }) => value !== defaultValue,
	);
