import { describeQuantity, parseOrderable } from "#app/features/catalogue/product/quantity.ts";
import { formatCents } from "#contract/money.ts";

/**
 * As the quantity is typed, updates the total and highlights the price row that applies. The Purchase link passes the quantity to the order form.
 */
export function startBuyForm(form: HTMLFormElement): void {
	const field = form.querySelector("input");
	const total = form.querySelector("output");
	const error = form.querySelector(".field-error");
	const suggestionButton = form.querySelector<HTMLButtonElement>("button[type=button]");
	const link = form.querySelector("a");
	const prices = document.querySelector("[data-live=prices]");
	if (!field || !total || !error || !suggestionButton || !link || !prices) return;

	const describeTypedQuantity = () => {
		const product = parseOrderable(prices.querySelector("data")?.value ?? "");
		return describeQuantity(product, field.value === "" ? Number.NaN : Number(field.value));
	};
	const showError = (message: string | null) => {
		error.textContent = message;
		if (message) field.setAttribute("aria-invalid", "true");
		else field.removeAttribute("aria-invalid");
	};
	const update = () => {
		const description = describeTypedQuantity();
		total.value = description.total === null ? "–" : formatCents(description.total);
		suggestionButton.hidden = description.suggestion === null;
		suggestionButton.textContent = description.suggestion?.label ?? "";
		suggestionButton.value = String(description.suggestion?.quantity ?? "");
		// The order form defaults to the minimum.
		const isChosen = description.total !== null && field.value !== field.defaultValue;
		link.search = isChosen ? `?quantity=${field.value}` : "";
		if (!description.error) showError(null);
		for (const row of document.querySelectorAll<HTMLElement>("[data-unit-cents]")) {
			if (row.dataset.unitCents === String(description.unitCents))
				row.setAttribute("aria-current", "true");
			else row.removeAttribute("aria-current");
		}
	};
	/** Returns whether the quantity can be ordered. Shows why not, unless the button with the suggestion already says what to do. */
	const check = () => {
		const description = describeTypedQuantity();
		const message = description.error ?? (description.total === null ? "Enter a quantity" : null);
		showError(description.suggestion ? null : message);
		return description.total !== null;
	};
	const preventIfInvalid = (event: Event) => {
		if (check()) return;
		event.preventDefault();
		field.focus();
	};
	form.noValidate = true;
	form.dataset.buyForm = "started";
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
