import { findUnsavedFields } from "./basket-fields.ts";
import { findClickedLink } from "./offline.ts";

/** Before the visitor follows a link to another page, saves the basket quantities that have been edited. */
function onClick(event: MouseEvent): void {
	const link = findClickedLink(event);
	if (!link || findUnsavedFields().length === 0) return;
	event.preventDefault();
	link.setAttribute("aria-busy", "true");
	import("./send-form.ts")
		.then(async ({ saveUnsavedFields }) => {
			if (await saveUnsavedFields()) location.assign(link.href);
		})
		.catch(() => findUnsavedFields()[0]?.form?.requestSubmit())
		.finally(() => link.removeAttribute("aria-busy"));
}

/** Submits forms with `data-response-target` (on the form or its submit button) by fetch instead of navigating. */
function onSubmit(event: SubmitEvent): void {
	const { target: form, submitter, defaultPrevented } = event;
	if (defaultPrevented || !(form instanceof HTMLFormElement)) return;
	const element = submitter?.dataset.responseTarget ? submitter : form;
	if (!element.dataset.responseTarget) return;
	event.preventDefault();
	submitter?.setAttribute("aria-busy", "true");
	import("./send-form.ts")
		.then(({ sendForm }) => sendForm(form, submitter))
		.catch(() => {
			delete element.dataset.responseTarget;
			form.requestSubmit(submitter);
		});
}

export function watchBasketForms(signal: AbortSignal): void {
	document.addEventListener("submit", onSubmit, { signal });
	document.addEventListener("click", onClick, { signal });
}
