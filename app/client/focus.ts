/** Excludes dialogs, where the browser manages focus itself, and the dashboard's menu, which each navigation closes. */
const controlSelector = "#main :is(h1, a, button, input, select, textarea):not(dialog *, aside *)";

const isLost = ({ activeElement }: Document) =>
	activeElement === document.body || activeElement?.getClientRects().length === 0;

/** Bars at the bottom of the window. In the document, they follow the table's last row. */
const barSelector = ".bulk-bar, .edit-bar";

/**
 * When the focused control is removed or hidden, for example with its row, focuses the next control on the page, or else the previous
 * one. If nothing is left of a bar below a table, focus returns to the row where it was before. Browsers would focus the body instead, so
 * keyboard and screen reader users would have to start again at the top.
 */
export function watchFocus(signal: AbortSignal): void {
	let neighbors: HTMLElement[] = [];
	let neighborsOutsideBar: HTMLElement[] = [];
	let isInBar = false;
	const forget = () => {
		neighbors = [];
	};
	const remember = ({ target }: FocusEvent) => {
		if (!(target instanceof HTMLElement)) return;
		const controls = [...document.querySelectorAll<HTMLElement>(controlSelector)];
		const index = controls.indexOf(target);
		neighbors = [];
		if (index < 0) return;
		neighbors = [target, ...controls.slice(index + 1), ...controls.slice(0, index).reverse()];
		const bar = target.closest(barSelector);
		isInBar = bar !== null;
		if (!bar) neighborsOutsideBar = neighbors;
		else {
			const inBar = neighbors.filter((control) => bar.contains(control));
			neighbors = [...inBar, ...neighborsOutsideBar, ...neighbors];
		}
	};
	const restore = () => {
		if (!isLost(document)) return;
		neighbors.find((control) => {
			// The row may be far from the part of the table that is shown above the bar.
			control.focus({ preventScroll: isInBar });
			return !isLost(document);
		});
	};
	document.addEventListener("focusin", remember, { signal });
	// A click outside all controls removes focus on purpose.
	document.addEventListener("pointerdown", forget, { signal });
	// The bulk action bar is hidden only after the form's `reset` event.
	document.addEventListener("reset", () => void setTimeout(restore), { signal });
	const observer = new MutationObserver(restore);
	observer.observe(document.body, { childList: true, subtree: true });
	signal.addEventListener("abort", () => observer.disconnect());
}
