import { describeQuantity } from "#app/features/catalogue/product/quantity.ts";
import { formatCents } from "#contract/money.ts";
import type { Orderable } from "#contract/order-rules.ts";

/**
 * Updates the total and marks the price row that applies as the quantity is typed. The Purchase link passes the quantity to the order form.
 */
export function startBuyBox(form: HTMLFormElement): void {
	const field = form.querySelector("input");
	const total = form.querySelector("output");
	const error = form.querySelector(".field-error");
	const step = form.querySelector<HTMLButtonElement>("button[type=button]");
	const link = form.querySelector("a");
	const prices = document.querySelector("[data-live=prices]");
	if (!field || !total || !error || !step || !link || !prices) return;

	const read = () => {
		const product: Orderable = JSON.parse(prices.querySelector("data")?.value ?? "");
		return describeQuantity(product, field.value === "" ? Number.NaN : Number(field.value));
	};
	const showError = (message: string | null) => {
		error.textContent = message;
		if (message) field.setAttribute("aria-invalid", "true");
		else field.removeAttribute("aria-invalid");
	};
	const update = () => {
		const next = read();
		total.value = next.total === null ? "–" : formatCents(next.total);
		step.hidden = next.step === null;
		step.textContent = next.step?.label ?? "";
		step.value = String(next.step?.quantity ?? "");
		// The order form defaults to the minimum.
		const isChosen = next.total !== null && field.value !== field.defaultValue;
		link.search = isChosen ? `?quantity=${field.value}` : "";
		if (!next.error) showError(null);
		for (const row of document.querySelectorAll<HTMLElement>("[data-each]")) {
			if (row.dataset.each === String(next.each)) row.setAttribute("aria-current", "true");
			else row.removeAttribute("aria-current");
		}
	};
	/** Returns whether the quantity can be ordered. Shows why not, unless the step button already says what to do. */
	const check = () => {
		const next = read();
		const message = next.error ?? (next.total === null ? "Enter a quantity" : null);
		showError(next.step ? null : message);
		return next.total !== null;
	};
	const submit = (event: Event) => {
		if (check()) return;
		event.preventDefault();
		field.focus();
	};
	form.noValidate = true;
	form.dataset.buyBox = "started";
	field.addEventListener("input", update);
	field.addEventListener("change", check);
	step.addEventListener("click", () => {
		field.value = step.value;
		update();
		field.focus();
	});
	link.addEventListener("click", submit);
	form.addEventListener("submit", submit);
	// The browser may restore the quantity when the visitor comes back.
	addEventListener("pageshow", update);
	new MutationObserver(update).observe(prices, { childList: true });
	update();
}
