import { useEffect } from "react";
import { themePath } from "#contract/theme.ts";

/** Dresses the page as the Worker would (worker/front/theme.ts). */
function show(theme: string, form: HTMLFormElement): void {
	const { dataset } = document.documentElement;
	if (theme === "system") delete dataset.theme;
	else dataset.theme = theme;
	for (const button of form.querySelectorAll("button")) {
		button.setAttribute("aria-pressed", String(button.value === theme));
	}
}

function onSubmit(event: SubmitEvent): void {
	const { target: form, submitter } = event;
	if (!(form instanceof HTMLFormElement && submitter instanceof HTMLButtonElement)) return;
	if (form.getAttribute("action") !== themePath) return;
	event.preventDefault();
	show(submitter.value, form);
	const body = new URLSearchParams({ theme: submitter.value });
	/** Offline the choice holds until the page is left. */
	fetch(themePath, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
}

/** Changes the colours without loading the page again. The switch is static HTML: its form is listened to from outside. */
export function ThemeChoice() {
	useEffect(() => {
		document.addEventListener("submit", onSubmit);
		return () => document.removeEventListener("submit", onSubmit);
	}, []);
	return null;
}
