import { withTimeout } from "#app/lib/load-chunk.ts";
import { formCheckTimeoutMs } from "#contract/limits.ts";

/** Stopping a submission with Escape or the Stop button fires no event, so the form can be submitted again after this time. */
const allowResubmitAfterMs = 15_000;

type State = "editing" | "checking" | "valid" | "submitted";

/**
 * Validates a form that has a `data-schema` attribute before the browser submits it, unless the button has `formnovalidate`. The check
 * is loaded when the form is first focused. If it cannot be loaded or fails, only the server validates the form.
 */
export function watchValidatedForm(form: HTMLFormElement): void {
	let state: State = "editing";
	let timer: ReturnType<typeof setTimeout> | undefined;
	let check: Promise<() => Promise<boolean>> | null = null;
	const loadCheck = () => {
		check ??= withTimeout(import("./check-form.ts"), formCheckTimeoutMs).then(({ createCheck }) =>
			createCheck(form),
		);
		// The next call tries again.
		check.catch(() => {
			check = null;
		});
		return check;
	};
	const setState = (next: State) => {
		state = next;
		const button = form.querySelector("button[type=submit]:not([formnovalidate])");
		if (button) button.ariaBusy = state === "editing" ? null : "true";
		clearTimeout(timer);
		if (state === "submitted") timer = setTimeout(() => setState("editing"), allowResubmitAfterMs);
	};
	const checkAndSubmit = async (submitter: HTMLElement | null) => {
		setState("checking");
		const isValid = await loadCheck()
			.then((run) => run())
			.catch(() => true);
		setState(isValid ? "valid" : "editing");
		// During a submit event, a form ignores `requestSubmit` (HTML standard, "firing submission events").
		if (isValid) setTimeout(() => form.requestSubmit(submitter));
	};
	form.addEventListener("focusin", loadCheck);
	form.addEventListener("submit", (event) => {
		const { submitter } = event;
		if (submitter?.hasAttribute("formnovalidate")) return;
		if (state === "valid") {
			// Runs after all listeners, because one of them cancels the submission if the browser is offline (offline.ts).
			queueMicrotask(() => setState(event.defaultPrevented ? "editing" : "submitted"));
			return;
		}
		event.preventDefault();
		if (state === "editing") void checkAndSubmit(submitter);
	});
	addEventListener("pageshow", ({ persisted }) => {
		if (persisted) setState("editing");
	});
}
