import { watchQuantity } from "./quantity-field.ts";

/** Checks the quantity on a product's page. The Purchase link passes it to the order form. */
export function startBuyForm(form: HTMLFormElement): void {
	const error = form.querySelector(".field-error");
	const link = form.querySelector("a");
	const prices = document.querySelector("[data-live=prices]");
	if (!error || !link || !prices) return;

	const showError = (field: HTMLInputElement, message: string | null) => {
		error.textContent = message;
		if (message) field.setAttribute("aria-invalid", "true");
		else field.removeAttribute("aria-invalid");
	};
	const quantity = watchQuantity(form, (field, description) => {
		// The order form defaults to the minimum.
		const isChosen = description.totalCents !== null && field.value !== field.defaultValue;
		link.search = isChosen ? `?quantity=${field.value}` : "";
		if (!description.error) showError(field, null);
	});
	if (!quantity) return;
	const { field, describe, update } = quantity;
	/** Returns whether the quantity can be ordered. Shows why not, unless the button with the suggestion already says what to do. */
	const check = () => {
		const description = describe();
		const formatError = field.value === "" ? "Enter a quantity" : "Enter a whole number";
		const message = description.error ?? (description.totalCents === null ? formatError : null);
		showError(field, description.suggestion ? null : message);
		return description.totalCents !== null;
	};
	const preventIfInvalid = (event: Event) => {
		if (check()) return;
		event.preventDefault();
		field.focus();
	};
	form.noValidate = true;
	form.dataset.buyForm = "started";
	field.addEventListener("change", check);
	link.addEventListener("click", preventIfInvalid);
	form.addEventListener("submit", preventIfInvalid);
	new MutationObserver(update).observe(prices, { childList: true });
}
