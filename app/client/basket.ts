/** Shows the number of lines in the basket, which a cookie tells every page, also those that are cached for everyone. */
export function showBasketCount(): void {
	const [, count = ""] = /(?:^|; )(?:__Host-)?basketcount=(\d+)/.exec(document.cookie) ?? [];
	for (const place of document.querySelectorAll("[data-basket-count]")) place.textContent = count;
}

/** Forms with `data-sends`, and those that are sent by a button with it, are sent without leaving the page. */
function onSubmit(event: SubmitEvent): void {
	const { target: form, submitter, defaultPrevented } = event;
	if (defaultPrevented || !(form instanceof HTMLFormElement)) return;
	const sender = submitter?.dataset.sends ? submitter : form;
	if (!sender.dataset.sends) return;
	event.preventDefault();
	import("./send-form.ts").then(
		({ sendForm }) => sendForm(form, submitter),
		() => {
			delete sender.dataset.sends;
			form.requestSubmit(submitter);
		},
	);
}

export function watchBasket(signal: AbortSignal): void {
	showBasketCount();
	addEventListener("pageshow", showBasketCount, { signal });
	document.addEventListener("submit", onSubmit, { signal });
}
