import { watchQuantity } from "./quantity-field.ts";
import { readProductFromPage } from "./read-product.ts";

/** Checks the quantity on a product's page. The Purchase link passes it to the order form. */
export function startBuyForm(form: HTMLFormElement): void {
	const error = form.querySelector(".field-error");
	const link = form.querySelector("a");
	const button = link?.nextElementSibling;
	if (!error || !link || !(button instanceof HTMLElement)) return;

	const showError = (field: HTMLInputElement, message: string | null) => {
		error.textContent = message;
		field.ariaInvalid = message ? "true" : null;
	};
	const quantity = watchQuantity(form, (field, evaluation) => {
		// The order form defaults to the minimum, which may change while this page is open.
		const isMinimum = field.value === String(readProductFromPage().minimum);
		link.search = evaluation.totalCents !== null && !isMinimum ? `?quantity=${field.value}` : "";
		if (!evaluation.error) showError(field, null);
	});
	if (!quantity) return;
	const { field, evaluate } = quantity;
	/** Returns whether the quantity can be ordered. If not, shows the reason, unless the suggestion button already says what to do. */
	const check = () => {
		const evaluation = evaluate();
		const invalidNumberMessage = field.value === "" ? "Enter a quantity" : "Enter a whole number";
		const message =
			evaluation.error ?? (evaluation.totalCents === null ? invalidNumberMessage : null);
		showError(field, evaluation.suggestion ? null : message);
		return evaluation.totalCents !== null;
	};
	const preventIfInvalid = (event: Event) => {
		if (check()) return;
		event.preventDefault();
		field.focus();
	};
	const showLink = () => {
		// If the button were hidden while it is being pressed, the click would be lost. The button opens the same page as the link.
		if (button.matches(":active")) {
			setTimeout(showLink, 100);
			return;
		}
		link.hidden = false;
		if (document.activeElement === button) link.focus();
		button.hidden = true;
	};
	showLink();
	form.noValidate = true;
	form.dataset.buyForm = "started";
	field.addEventListener("change", check);
	link.addEventListener("click", preventIfInvalid);
	form.addEventListener("submit", preventIfInvalid);
}
