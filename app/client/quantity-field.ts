import {
	evaluateQuantity,
	type QuantityEvaluation,
	readTypedQuantity,
} from "#app/features/catalogue/product/quantity.ts";
import { formatCents } from "#contract/money.ts";
import { readProductFromPage } from "./read-product.ts";

/**
 * As the quantity is typed, or a price changes while the page is open, updates the total and the suggested quantity, and highlights the price
 * row that applies.
 * @param onUpdate - called after each update
 * @returns the field, and `evaluate`, which evaluates its quantity; null if the form has no quantity field
 */
export function watchQuantity(
	form: HTMLFormElement,
	onUpdate: (field: HTMLInputElement, evaluation: QuantityEvaluation) => void = () => undefined,
) {
	const field = form.querySelector<HTMLInputElement>("input[name=quantity]");
	const total = form.querySelector("output");
	const suggestionButton = form.querySelector<HTMLButtonElement>("button[data-suggestion]");
	const prices = document.querySelector("[data-live=prices]");
	if (!field || !total || !suggestionButton || !prices) return null;
	const evaluate = () => evaluateQuantity(readProductFromPage(), readTypedQuantity(field.value));
	const update = () => {
		const evaluation = evaluate();
		const { suggestion, unitCents } = evaluation;
		total.value = evaluation.totalCents === null ? "–" : formatCents(evaluation.totalCents);
		suggestionButton.hidden = suggestion === null;
		suggestionButton.textContent = suggestion?.label ?? "";
		suggestionButton.value = String(suggestion?.quantity ?? "");
		for (const row of document.querySelectorAll<HTMLElement>("[data-unit-cents]"))
			row.ariaCurrent = row.dataset.unitCents === String(unitCents) ? "true" : null;
		onUpdate(field, evaluation);
	};
	field.addEventListener("input", update);
	field.addEventListener("change", update);
	suggestionButton.addEventListener("click", () => {
		field.value = suggestionButton.value;
		field.dispatchEvent(new Event("input", { bubbles: true }));
		field.focus();
	});
	// The browser may restore a quantity when the visitor goes back.
	addEventListener("pageshow", update);
	new MutationObserver(update).observe(prices, { childList: true });
	update();
	return { field, evaluate };
}
