import { offline } from "#contract/loading-messages.ts";
import { findUnsaved, showBasketCount } from "./basket-fields.ts";
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

/** The keys of what was sent and not answered, by content: sent again, it is added to the basket once. */
const unanswered = new Map<string, string>();

const sending = new WeakMap<HTMLFormElement, Promise<boolean>>();

/** The last of the forms that are sent one after another: each response shows all changes before it. */
let queue: Promise<unknown> = Promise.resolve();

/** Sends what was typed while another form was being sent, or while the shop could not be reached. */
function sendUnsaved(): void {
	for (const field of findUnsaved()) {
		// The field with the focus is sent when the visitor leaves it.
		if (field.form && field !== document.activeElement) void sendForm(field.form, null);
	}
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
	const sends = submitter?.dataset.sends ?? form.dataset.sends ?? "";
	const action = submitter?.getAttribute("formaction") ?? form.action;
	const isMessage = sends === "toast";
	const body = new URLSearchParams();
	for (const [name, value] of new FormData(form, submitter)) {
		if (typeof value === "string") body.append(name, value);
	}
	const field = form.querySelector<HTMLInputElement>("input[data-submits]");
	const typed = field?.value;
	const content = `${action}?${body}`;
	const key = unanswered.get(content) ?? crypto.randomUUID();
	unanswered.set(content, key);
	if (isMessage) body.append("key", key);
	try {
		const headers = { Accept: isMessage ? "application/json" : "text/html" };
		const response = await fetch(action, { method: "POST", body, headers });
		if (response.status < 500) unanswered.delete(content);
		if (response.ok && field && typed !== undefined) field.defaultValue = typed;
		// The response to what was typed meanwhile shows this change too.
		const isOutdated = response.ok && !isMessage && findUnsaved().length > 0;
		if (!isOutdated) await (isMessage ? showResult(response) : showPart(sends, response));
		showBasketCount();
		return response.ok;
	} catch {
		showErrorToast(offline);
		// The event comes before the first request can succeed.
		addEventListener("online", () => setTimeout(sendUnsaved, 1_000), { once: true });
		return false;
	}
}

/**
 * @param form its `data-sends`, or that of the button, is "toast", if the response is a message, or the name of the part of the page that it changes
 * @returns whether the shop accepted it. A form that is being sent is not sent again.
 */
export function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
	const running = sending.get(form);
	if (running) return running;
	submitter?.setAttribute("aria-busy", "true");
	const sent = queue
		.then(() => send(form, submitter))
		.finally(() => {
			sending.delete(form);
			submitter?.removeAttribute("aria-busy");
		});
	sending.set(form, sent);
	// One that could not be read does not hold up those behind it.
	queue = sent.then(
		(isAccepted) => isAccepted && sendUnsaved(),
		() => undefined,
	);
	return sent;
}

/** Saves every quantity that was typed. @returns false if one could not be saved */
export async function saveFields(): Promise<boolean> {
	for (let [field] = findUnsaved(); field; [field] = findUnsaved()) {
		if (!field.form || !(await sendForm(field.form, null))) return false;
	}
	return true;
}
