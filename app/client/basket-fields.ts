/** Shows the number of lines in the basket, which a cookie tells every page, also those that are cached for everyone. */
export function showBasketCount(): void {
	const [, count = ""] = /(?:^|; )(?:__Host-)?basketcount=(\d+)/.exec(document.cookie) ?? [];
	for (const place of document.querySelectorAll("[data-basket-count]")) place.textContent = count;
}

/** The fields that save themselves, and whose value is not saved yet. */
export const findUnsaved = () =>
	[...document.querySelectorAll<HTMLInputElement>("input[data-submits]")].filter(
		({ value, defaultValue }) => value !== defaultValue,
	);
