import { type SubmitEvent as ReactSubmitEvent, useEffect, useRef, useState } from "react";
import type { GenericSchema } from "valibot";
import type { FormErrors } from "#app/lib/form-action.ts";
import { CheckedForm, type CheckedFormProps, useFormCheck } from "#app/ui/form-check.tsx";

const allowResubmitAfterMs = 15_000;

/** `useFormCheck` for a form outside the dashboard: the browser submits it and loads the response as a new page. */
export function useNativeForm<Input>(
	schema: GenericSchema<Input, unknown>,
	serverErrors: FormErrors | undefined,
) {
	const [isBusy, setIsBusy] = useState(false);
	/** Known before React renders: a second click may come sooner. */
	const isSubmitted = useRef(false);
	useEffect(() => {
		const reset = () => {
			isSubmitted.current = false;
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
	const form = useFormCheck(schema, serverErrors, isBusy);
	const onSubmit = (event: ReactSubmitEvent<HTMLFormElement>) => {
		const { nativeEvent } = event;
		if (isSubmitted.current) return event.preventDefault();
		form.onSubmit(event);
		if (nativeEvent.defaultPrevented) return;
		isSubmitted.current = true;
		// After all listeners: when the browser is offline, one of them cancels the submission (offline.ts).
		setTimeout(() => {
			isSubmitted.current = !nativeEvent.defaultPrevented;
			setIsBusy(isSubmitted.current);
		});
	};
	return { ...form, onSubmit };
}

export const NativeForm = (props: CheckedFormProps) => <CheckedForm as="form" {...props} />;
