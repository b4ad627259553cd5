import { findUnsavedFields } from "./basket-fields.ts";
import { findClickedLink } from "./offline.ts";

/** Saves the basket quantities that have been edited before a link or a form leaves the page. */
function saveFirst(
	event: Event,
	element: HTMLAnchorElement | HTMLFormElement,
	submitter: HTMLElement | null,
): void {
	event.preventDefault();
	submitter?.setAttribute("aria-busy", "true");
	import("./send-form.ts")
		.then(({ saveAndLeave }) => saveAndLeave(element, submitter))
		.catch(() => findUnsavedFields()[0]?.form?.requestSubmit())
		.finally(() => submitter?.removeAttribute("aria-busy"));
}

function onClick(event: MouseEvent): void {
	const link = findClickedLink(event);
	if (link && findUnsavedFields()[0]) saveFirst(event, link, link);
}

/**
 * Sends the form if the visitor leaves before the script that would send it has loaded.
 * @returns a function that stops this, and returns whether the visitor has left
 */
function watchLeaving(form: HTMLFormElement, submitter: HTMLElement | null): () => boolean {
	const body = new FormData(form, submitter);
	let hasLeft = false;
	const onPageHide = () => {
		hasLeft = true;
		submitter?.removeAttribute("aria-busy");
		fetch(submitter?.getAttribute("formaction") ?? form.action, {
			method: "POST",
			body,
			// Without this header, the response would redirect to a page.
			headers: { Accept: "application/json" },
			keepalive: true,
		}).catch(() => undefined);
	};
	addEventListener("pagehide", onPageHide, { once: true });
	return () => {
		removeEventListener("pagehide", onPageHide);
		return hasLeft;
	};
}

/** Submits forms with `data-response-target` (on the form or its submit button) by fetch instead of navigating. */
function onSubmit(event: SubmitEvent): void {
	const { target: form, submitter, defaultPrevented } = event;
	if (defaultPrevented || !(form instanceof HTMLFormElement)) return;
	const element = submitter?.dataset.responseTarget ? submitter : form;
	if (!element.dataset.responseTarget) {
		const [unsavedField] = findUnsavedFields();
		if (unsavedField && unsavedField.form !== form) saveFirst(event, form, submitter);
		return;
	}
	event.preventDefault();
	submitter?.setAttribute("aria-busy", "true");
	const stopWatching = watchLeaving(form, submitter);
	import("./send-form.ts")
		.then(({ sendForm }) => stopWatching() || sendForm(form, submitter))
		.catch(() => {
			if (stopWatching()) return;
			delete element.dataset.responseTarget;
			form.requestSubmit(submitter);
		});
}

export function watchBasketForms(signal: AbortSignal): void {
	document.addEventListener("submit", onSubmit, { signal });
	document.addEventListener("click", onClick, { signal });
}
