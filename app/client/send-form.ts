import { hasMessage } from "#app/lib/has-message.ts";
import { offlineMessage } from "#contract/loading-messages.ts";
import { findUnsavedFields, showBasketCount } from "./basket-fields.ts";
import { keepUnitsTogether } from "./keep-units-together.ts";
import { showErrorToast, showToast } from "./toasts.ts";

let lastToast: HTMLElement | null = null;

async function showMessage(response: Response): Promise<void> {
	const body: unknown = await response.json();
	if (!hasMessage(body)) return;
	// Removes the previous message, because the visitor has seen it before pressing another button.
	lastToast?.remove();
	lastToast = showToast(response.ok ? "success" : "error", ...keepUnitsTogether(body.message));
}

/** Shows only the error of the new part, which lacks what the visitor has typed, and focuses it unless the visitor is still typing. */
function showRejection(part: Element, newPart: Element): void {
	const selector = "[role=alert]";
	part.querySelector(selector)?.remove();
	const alert = newPart.querySelector(selector);
	if (alert) part.insertAdjacentElement("afterbegin", document.importNode(alert, true));
	if (document.activeElement?.matches("input[data-submits]")) return;
	part.querySelector<HTMLElement>("[autofocus]")?.focus();
}

/**
 * Replaces the element with this `data-part`. Keeps focus if the focused element, or the one that it controls, is still there. Otherwise
 * focuses the new `autofocus` element.
 */
async function showPart(name: string, response: Response): Promise<void> {
	const page = new DOMParser().parseFromString(await response.text(), "text/html");
	const selector = `[data-part="${name}"]`;
	const [part, newPart] = [document.querySelector(selector), page.querySelector(selector)];
	if (!part || !newPart) return location.reload();
	if (response.status === 401) return showRejection(part, newPart);
	const { activeElement } = document;
	const focusedId = activeElement?.getAttribute("aria-controls") ?? activeElement?.id ?? "";
	const copy = document.importNode(newPart, true);
	// “Save as a list” stays open, with what is typed into it.
	const [details, newDetails] = [part, copy].map((parent) => parent.querySelector("details"));
	if (details) newDetails?.replaceWith(details);
	part.replaceChildren(...copy.childNodes);
	const focused = focusedId ? document.getElementById(focusedId) : null;
	(focused ?? part.querySelector<HTMLElement>("[autofocus]"))?.focus();
}

/** Idempotency keys of submissions without a response, by content, so that a retry adds to the basket only once. */
const unansweredKeys = new Map<string, string>();

const pendingSubmissions = new WeakMap<HTMLFormElement, Promise<boolean>>();

/** Settles after the last queued form. Forms are submitted one at a time, so that each response includes all earlier changes. */
let queue: Promise<unknown> = Promise.resolve();

/** Saves quantities that were typed while another form was being submitted, or while the shop could not be reached. */
function saveInBackground(): void {
	for (const field of findUnsavedFields()) {
		// A focused field is submitted when the visitor leaves it.
		if (field.form && field !== document.activeElement) void sendForm(field.form, null);
	}
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
	const target = submitter?.dataset.responseTarget ?? form.dataset.responseTarget ?? "";
	const action = submitter?.getAttribute("formaction") ?? form.action;
	const expectsMessage = target === "toast";
	const body = new URLSearchParams();
	for (const [name, value] of new FormData(form, submitter)) {
		if (typeof value === "string") body.append(name, value);
	}
	const field = form.querySelector<HTMLInputElement>("input[data-submits]");
	const submittedValue = field?.value;
	const content = `${action}?${body}`;
	const key = unansweredKeys.get(content) ?? crypto.randomUUID();
	unansweredKeys.set(content, key);
	if (expectsMessage) body.append("key", key);
	try {
		const headers = { Accept: expectsMessage ? "application/json" : "text/html" };
		// After pressing a button that adds to the basket, visitors often open the next tool before the response.
		const init = { method: "POST", body, headers, keepalive: expectsMessage };
		const response = await fetch(action, init);
		if (response.status < 500) unansweredKeys.delete(content);
		if (response.ok && field && submittedValue !== undefined) field.defaultValue = submittedValue;
		// If another quantity was typed in the meantime, the response to that one will include this change.
		const isOutdated = response.ok && !expectsMessage && findUnsavedFields().length > 0;
		if (!isOutdated) await (expectsMessage ? showMessage(response) : showPart(target, response));
		showBasketCount();
		return response.ok;
	} catch {
		showErrorToast(offlineMessage);
		// The `online` event fires before requests can succeed.
		addEventListener("online", () => setTimeout(saveInBackground, 1_000), { once: true });
		return false;
	}
}

/**
 * Submits a form, unless it is already being submitted.
 * @param form - its `data-response-target` (or that of the submit button) is "toast" if the response is a message, or else the `data-part`
 * that the response replaces
 * @returns whether the shop accepted the form
 */
export function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
	const pending = pendingSubmissions.get(form);
	if (pending) return pending;
	submitter?.setAttribute("aria-busy", "true");
	const submission = queue
		.then(() => send(form, submitter))
		.finally(() => {
			pendingSubmissions.delete(form);
			submitter?.removeAttribute("aria-busy");
		});
	pendingSubmissions.set(form, submission);
	// An error does not block the forms queued after this one.
	queue = submission.then(
		(isAccepted) => isAccepted && saveInBackground(),
		() => undefined,
	);
	return submission;
}

/** Saves all edited quantities. Returns false if one could not be saved. */
async function saveUnsavedFields(): Promise<boolean> {
	for (let [field] = findUnsavedFields(); field; [field] = findUnsavedFields()) {
		if (!field.form || !(await sendForm(field.form, null))) return false;
	}
	return true;
}

/** Saves all edited quantities, then opens the link or submits the form. Stays on the page if one could not be saved. */
export async function saveAndLeave(
	element: HTMLAnchorElement | HTMLFormElement,
	submitter: HTMLElement | null,
): Promise<void> {
	if (!(await saveUnsavedFields())) return;
	if (element instanceof HTMLAnchorElement) return location.assign(element.href);
	// The response to a quantity has replaced the form that sends a rejected change again. The browser submits only forms of the document.
	if (!element.isConnected) {
		// Its quantity was one of those that are saved now.
		if (new FormData(element).get("intent") === "set") return;
		element.hidden = true;
		document.body.appendChild(element);
	}
	element.requestSubmit(submitter);
}
