import { describeQuantity } from "#app/features/catalogue/product/quantity.ts";
import { formatCents } from "#contract/money.ts";
import type { Orderable } from "#contract/order-rules.ts";

/**
 * As the quantity is typed, updates the total and highlights the price row that applies. The Purchase link passes the quantity to the order form.
 */
export function startBuyBox(form: HTMLFormElement): void {
	const field = form.querySelector("input");
	const total = form.querySelector("output");
	const error = form.querySelector(".field-error");
	const suggestionButton = form.querySelector<HTMLButtonElement>("button[type=button]");
	const link = form.querySelector("a");
	const prices = document.querySelector("[data-live=prices]");
	if (!field || !total || !error || !suggestionButton || !link || !prices) return;

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
		const described = read();
		total.value = described.total === null ? "–" : formatCents(described.total);
		suggestionButton.hidden = described.suggestion === null;
		suggestionButton.textContent = described.suggestion?.label ?? "";
		suggestionButton.value = String(described.suggestion?.quantity ?? "");
		// The order form defaults to the minimum.
		const isChosen = described.total !== null && field.value !== field.defaultValue;
		link.search = isChosen ? `?quantity=${field.value}` : "";
		if (!described.error) showError(null);
		for (const row of document.querySelectorAll<HTMLElement>("[data-unit-cents]")) {
			if (row.dataset.unitCents === String(described.unitCents))
				row.setAttribute("aria-current", "true");
			else row.removeAttribute("aria-current");
		}
	};
	/** Returns whether the quantity can be ordered. Shows why not, unless the button with the suggestion already says what to do. */
	const check = () => {
		const described = read();
		const message = described.error ?? (described.total === null ? "Enter a quantity" : null);
		showError(described.suggestion ? null : message);
		return described.total !== null;
	};
	const preventIfInvalid = (event: Event) => {
		if (check()) return;
		event.preventDefault();
		field.focus();
	};
	form.noValidate = true;
	form.dataset.buyBox = "started";
	field.addEventListener("input", update);
	field.addEventListener("change", check);
	suggestionButton.addEventListener("click", () => {
		field.value = suggestionButton.value;
		update();
		field.focus();
	});
	link.addEventListener("click", preventIfInvalid);
	form.addEventListener("submit", preventIfInvalid);
	// The browser may restore the quantity when the visitor comes back.
	addEventListener("pageshow", update);
	new MutationObserver(update).observe(prices, { childList: true });
	update();
}
