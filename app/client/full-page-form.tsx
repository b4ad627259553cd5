import { type SubmitEvent as ReactSubmitEvent, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { GenericSchema } from "valibot";
import type { FormErrors } from "#app/lib/form-action.ts";
import { FormLayout, type FormLayoutProps, useFormValidation } from "#app/ui/form-validation.tsx";

const allowResubmitAfterMs = 15_000;

/** `useFormValidation` for a form outside the dashboard: the browser submits it and loads the response as a new page. */
export function useFullPageForm<Input extends FieldValues>(
	schema: GenericSchema<Input, FieldValues>,
	serverErrors: FormErrors | undefined,
) {
	const [isBusy, setIsBusy] = useState(false);
	const state = useRef<"editing" | "valid" | "submitted">("editing");
	useEffect(() => {
		const reset = () => {
			state.current = "editing";
			setIsBusy(false);
		};
		const onPageShow = ({ persisted }: PageTransitionEvent) => {
			if (persisted) reset();
		};
		addEventListener("pageshow", onPageShow);
		// A submission stopped with Escape or the Stop button fires no event: after this time the form can be submitted again.
		const timer = isBusy ? setTimeout(reset, allowResubmitAfterMs) : undefined;
		return () => {
			removeEventListener("pageshow", onPageShow);
			clearTimeout(timer);
		};
	}, [isBusy]);
	const send = (target: HTMLButtonElement | HTMLFormElement) => {
		if (state.current !== "editing") return;
		state.current = "valid";
		// During a submit event, a form ignores `requestSubmit` (HTML standard, "firing submission events").
		setTimeout(() => {
			if (target instanceof HTMLFormElement) target.requestSubmit();
			else target.form?.requestSubmit(target);
		});
	};
	const form = useFormValidation(schema, serverErrors, { busy: isBusy, send });
	const onSubmit = (event: ReactSubmitEvent<HTMLFormElement>) => {
		if (state.current !== "valid") return form.onSubmit(event);
		// After all listeners: when the browser is offline, one of them cancels the submission (offline.ts).
		queueMicrotask(() => {
			state.current = event.nativeEvent.defaultPrevented ? "editing" : "submitted";
			setIsBusy(state.current === "submitted");
		});
	};
	return { ...form, onSubmit };
}

export const FullPageForm = (props: FormLayoutProps) => <FormLayout as="form" {...props} />;
