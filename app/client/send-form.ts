import { offline } from "#contract/loading-messages.ts";
import { showBasketCount } from "./basket.ts";
import { showErrorToast, showToast } from "./toasts.ts";

const hasMessage = (value: unknown): value is { message: string } =>
	value instanceof Object && "message" in value && typeof value.message === "string";

let lastToast: HTMLElement | null = null;

async function showResult(response: Response): Promise<void> {
	const result: unknown = await response.json();
	if (!hasMessage(result)) return;
	// The message about the tool before has been seen: the visitor has pressed the next button.
	lastToast?.remove();
	lastToast = showToast(response.ok ? "success" : "error", result.message);
}

/** Replaces the part of the page that the form belongs to. The focus stays, or goes where the new part wants it. */
async function showPart(name: string, response: Response): Promise<void> {
	const page = new DOMParser().parseFromString(await response.text(), "text/html");
	const selector = `[data-part="${name}"]`;
	const [part, next] = [document.querySelector(selector), page.querySelector(selector)];
	if (!part || !next) return location.reload();
	const focusedId = document.activeElement?.id ?? "";
	part.replaceChildren(...document.importNode(next, true).childNodes);
	const focused = focusedId ? document.getElementById(focusedId) : null;
	(focused ?? part.querySelector<HTMLElement>("[autofocus]"))?.focus();
}

const busyForms = new WeakSet<HTMLFormElement>();

/** @param form its `data-sends`, or that of the button, is "toast", if the response is a message, or the name of the part of the page that it changes */
export async function sendForm(form: HTMLFormElement, submitter: HTMLElement | null) {
	if (busyForms.has(form)) return;
	busyForms.add(form);
	submitter?.setAttribute("aria-busy", "true");
	const sends = submitter?.dataset.sends ?? form.dataset.sends ?? "";
	const action = submitter?.getAttribute("formaction") ?? form.action;
	const isMessage = sends === "toast";
	const body = new URLSearchParams();
	for (const [name, value] of new FormData(form, submitter)) {
		if (typeof value === "string") body.append(name, value);
	}
	try {
		const headers = { Accept: isMessage ? "application/json" : "text/html" };
		const response = await fetch(action, { method: "POST", body, headers });
		await (isMessage ? showResult(response) : showPart(sends, response));
		showBasketCount();
	} catch {
		showErrorToast(offline);
	} finally {
		busyForms.delete(form);
		submitter?.removeAttribute("aria-busy");
	}
}
