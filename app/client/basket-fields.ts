/** Shows the number of lines in the basket. It comes from a cookie, so that it also works on pages that are cached for everyone. */
export function showBasketCount(): void {
	const [, count = ""] = /(?:^|; )(?:__Host-)?basketcount=(\d+)/.exec(document.cookie) ?? [];
	for (const counter of document.querySelectorAll("[data-basket-count]"))
		counter.textContent = count;
}

/** Also after the visitor goes back to a page that the browser kept. */
export function watchBasketCount(signal: AbortSignal): void {
	showBasketCount();
	addEventListener("pageshow", showBasketCount, { signal });
}

/** Returns the fields that are saved on change and have an unsaved value. */
export const findUnsavedFields = () =>
	[...document.querySelectorAll<HTMLInputElement>("input[data-submits]")].filter(
		({ value, defaultValue }) => value !== defaultValue,
	);
