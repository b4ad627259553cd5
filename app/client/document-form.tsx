import { type SubmitEvent as ReactSubmitEvent, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { GenericSchema } from "valibot";
import type { FormErrors } from "#app/lib/form-action.ts";
import { CheckedForm, type CheckedFormProps, useFormCheck } from "#app/ui/form-check.tsx";

/** `useFormCheck` for a form of a document, which the browser sends: the response to it is a document too. */
export function useDocumentForm<Input extends FieldValues>(
	schema: GenericSchema<Input, FieldValues>,
	submitted: FormErrors | undefined,
) {
	const [busy, setBusy] = useState(false);
	const state = useRef<"unsent" | "checked" | "sent">("unsent");
	useEffect(() => {
		// A page that comes back from the back/forward cache can be sent again.
		const reset = () => {
			state.current = "unsent";
			setBusy(false);
		};
		addEventListener("pageshow", reset);
		return () => removeEventListener("pageshow", reset);
	}, []);
	const send = (target: HTMLButtonElement | HTMLFormElement) => {
		if (state.current !== "unsent") return;
		state.current = "checked";
		// A form ignores `requestSubmit` while its first submit event is dispatched (HTML standard, "firing submission events").
		setTimeout(() => {
			if (target instanceof HTMLFormElement) target.requestSubmit();
			else target.form?.requestSubmit(target);
		});
	};
	const form = useFormCheck(schema, submitted, { busy, send });
	const onSubmit = (event: ReactSubmitEvent<HTMLFormElement>) => {
		if (state.current !== "checked") return form.onSubmit(event);
		// Once every listener has had it: without a network the page keeps the form (offline.ts).
		queueMicrotask(() => {
			state.current = event.nativeEvent.defaultPrevented ? "unsent" : "sent";
			setBusy(state.current === "sent");
		});
	};
	return { ...form, onSubmit };
}

export const DocumentForm = (props: CheckedFormProps) => <CheckedForm as="form" {...props} />;
