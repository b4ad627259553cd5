// Apart from entry.ts, which loads it only on pages with such a form.
import { leftOutMax } from "#contract/limits.ts";

/**
 * Keeps the lines in the address of the page, which is the response to a form: loading it again, or coming back from the page of a tool, shows
 * them again. The address holds no more than the shop reads from it.
 */
export function keepLines(form: HTMLFormElement): void {
	const read = (name: string) =>
		[...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)].map(
			({ value }) => value,
		);
	const show = (lines: string) => {
		const query =
			lines.trim() && lines.length <= leftOutMax ? `?${new URLSearchParams({ lines })}` : "";
		history.replaceState(history.state, "", location.pathname + query);
	};
	const keep = () => {
		const quantities = read("quantity");
		const rows = read("item").map((item, index) => `${item}\t${quantities[index]}`);
		show([...rows, ...read("lines")].filter(Boolean).join("\n"));
	};
	keep();
	form.addEventListener("change", keep);
	form.addEventListener("submit", ({ submitter }) => {
		const isAdded = submitter instanceof HTMLButtonElement && submitter.value === "add";
		if (isAdded) show("");
		else keep();
	});
}
