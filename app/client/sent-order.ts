// Separate from entry.ts, which loads this module only on pages with an order form.
import { readStored, removeStored, sentOrderKey, store } from "#app/lib/safe-storage.ts";

function restore(form: HTMLFormElement, typed: URLSearchParams): void {
	const fields = form.querySelectorAll<HTMLInputElement>("input:not([type=hidden]), textarea");
	for (const field of fields) {
		const value = typed.get(field.name);
		if (!value) continue;
		if (field.type === "radio") field.checked = field.value === value;
		else field.value = value;
		field.closest("details")?.setAttribute("open", "");
		field.dispatchEvent(new Event("input", { bubbles: true }));
	}
}

/**
 * Keeps an order form while it is sent. If the session has ended meanwhile, the login leads back to the URL that the form was sent to, which
 * no link leads to, and what was typed is restored. The form contains the account's email.
 */
export function watchSentOrder(form: HTMLFormElement): void {
	const typed = new URLSearchParams(readStored("sessionStorage", sentOrderKey) ?? "");
	removeStored("sessionStorage", sentOrderKey);
	const isSameAccount = typed.get("email") === new FormData(form).get("email");
	const isBack = location.href === form.action && typed.get("sentTo") === form.action;
	if (isBack && isSameAccount) restore(form, typed);
	document.addEventListener("submit", ({ target, defaultPrevented }) => {
		if (target !== form || defaultPrevented) return;
		const sent = new URLSearchParams({ sentTo: form.action });
		for (const [name, value] of new FormData(form)) sent.append(name, String(value));
		store("sessionStorage", sentOrderKey, String(sent));
	});
}
