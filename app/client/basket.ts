import { findUnsaved, showBasketCount } from "./basket-fields.ts";
import { findClickedLink } from "./offline.ts";

/** Saves what was typed into the basket before it opens a link with `data-saves`. */
function onClick(event: MouseEvent): void {
	const link = findClickedLink(event);
	if (!link?.hasAttribute("data-saves") || findUnsaved().length === 0) return;
	event.preventDefault();
	link.setAttribute("aria-busy", "true");
	import("./send-form.ts")
		.then(async ({ saveFields }) => {
			if (await saveFields()) location.assign(link.href);
		})
		.catch(() => findUnsaved()[0]?.form?.requestSubmit())
		.finally(() => link.removeAttribute("aria-busy"));
}

/** Forms with `data-sends`, and those that are sent by a button with it, are sent without leaving the page. */
function onSubmit(event: SubmitEvent): void {
	const { target: form, submitter, defaultPrevented } = event;
	if (defaultPrevented || !(form instanceof HTMLFormElement)) return;
	const sender = submitter?.dataset.sends ? submitter : form;
	if (!sender.dataset.sends) return;
	event.preventDefault();
	submitter?.setAttribute("aria-busy", "true");
	import("./send-form.ts")
		.then(({ sendForm }) => sendForm(form, submitter))
		.catch(() => {
			delete sender.dataset.sends;
			form.requestSubmit(submitter);
		});
}

export function watchBasket(signal: AbortSignal): void {
	showBasketCount();
	addEventListener("pageshow", showBasketCount, { signal });
	document.addEventListener("submit", onSubmit, { signal });
	document.addEventListener("click", onClick, { signal });
}
