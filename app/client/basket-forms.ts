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
	if (!element.dataset.responseTarget) return;
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
