// Separate from entry.ts, which loads this module only on pages with a quick-order form.
import { quickOrderUrlTextMax } from "#contract/limits.ts";

/**
 * Keeps the lines in the page's URL while they are edited. Otherwise, reloading the page or coming back from a tool's page would lose them,
 * because the page is the response to a form submission. Removes them from the URL if they are too long for the server to read from it.
 */
export function keepLinesInUrl(form: HTMLFormElement): void {
	const readValues = (name: string) =>
		[...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)].map(
			({ value }) => value,
		);
	const writeToUrl = (lines: string) => {
		const query =
			lines.trim() && lines.length <= quickOrderUrlTextMax
				? `?${new URLSearchParams({ lines })}`
				: "";
		history.replaceState(history.state, "", location.pathname + query);
	};
	const save = () => {
		const quantities = readValues("quantity");
		const rows = readValues("item").map((item, index) => `${item}\t${quantities[index]}`);
		writeToUrl([...rows, ...readValues("lines")].filter(Boolean).join("\n"));
	};
	save();
	form.addEventListener("change", save);
	form.addEventListener("submit", ({ submitter }) => {
		const addsToBasket = submitter instanceof HTMLButtonElement && submitter.value === "add";
		if (addsToBasket) writeToUrl("");
		else save();
	});
}
