import { findUnsavedFields } from "./basket-fields.ts";
import { findClickedLink } from "./offline.ts";

/** Saves the basket quantities that have been edited before a link or a form leaves the page. */
function saveBefore(leave: () => void, event: Event, element: HTMLElement | null): void {
	event.preventDefault();
	element?.setAttribute("aria-busy", "true");
	import("./send-form.ts")
		.then(async ({ saveUnsavedFields }) => {
			if (await saveUnsavedFields()) leave();
		})
		.catch(() => findUnsavedFields()[0]?.form?.requestSubmit())
		.finally(() => element?.removeAttribute("aria-busy"));
}

function onClick(event: MouseEvent): void {
	const link = findClickedLink(event);
	if (!link || findUnsavedFields().length === 0) return;
	saveBefore(() => location.assign(link.href), event, link);
}

function submitAgain(form: HTMLFormElement, submitter: HTMLElement | null): void {
	// The response to a saved quantity replaces the forms of the basket. A removed form cannot be submitted.
	form.hidden = !form.isConnected;
	if (form.hidden) document.body.appendChild(form);
	form.requestSubmit(submitter);
}

/** Sends the form if the visitor leaves before the script that would send it has loaded. */
function watchLeaving(form: HTMLFormElement, submitter: HTMLElement | null) {
	const loading = new AbortController();
	const watched = { hasLeft: false, stop: () => loading.abort() };
	const body = new FormData(form, submitter);
	const onPageHide = () => {
		watched.hasLeft = true;
		submitter?.removeAttribute("aria-busy");
		// Without this header, the response would redirect to a page.
		const headers = { Accept: "application/json" };
		const action = submitter?.getAttribute("formaction") ?? form.action;
		fetch(action, { method: "POST", body, headers, keepalive: true }).catch(() => undefined);
	};
	addEventListener("pagehide", onPageHide, { once: true, signal: loading.signal });
	return watched;
}

/** Submits forms with `data-response-target` (on the form or its submit button) by fetch instead of navigating. */
function onSubmit(event: SubmitEvent): void {
	const { target: form, submitter, defaultPrevented } = event;
	if (defaultPrevented || !(form instanceof HTMLFormElement)) return;
	const element = submitter?.dataset.responseTarget ? submitter : form;
	if (!element.dataset.responseTarget) {
		const unsavedFields = findUnsavedFields();
		const isOwnForm = unsavedFields.some((field) => field.form === form);
		if (unsavedFields.length > 0 && !isOwnForm)
			saveBefore(() => submitAgain(form, submitter), event, submitter);
		return;
	}
	event.preventDefault();
	submitter?.setAttribute("aria-busy", "true");
	const watched = watchLeaving(form, submitter);
	import("./send-form.ts")
		.finally(watched.stop)
		.then(({ sendForm }) => watched.hasLeft || sendForm(form, submitter))
		.catch(() => {
			if (watched.hasLeft) return;
			delete element.dataset.responseTarget;
			form.requestSubmit(submitter);
		});
}

export function watchBasketForms(signal: AbortSignal): void {
	document.addEventListener("submit", onSubmit, { signal });
	document.addEventListener("click", onClick, { signal });
}
