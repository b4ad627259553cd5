import { valibotResolver } from "@hookform/resolvers/valibot";
import { type SubmitEvent as ReactSubmitEvent, useMemo, useState } from "react";
import { type FieldErrors, type FieldValues, useForm } from "react-hook-form";
import { useNavigation, useSubmit } from "react-router";
import type { GenericSchema } from "valibot";
import type { Refused } from "./answer.ts";

const toErrors = ({ issues }: Refused): FieldErrors =>
	Object.fromEntries(issues.map(({ field, message }) => [field, { type: "server", message }]));

/**
 * A `<Form method="post" noValidate>` that is checked by the action's schema before it is sent. Where no script
 * runs the action alone checks, with the same messages.
 * @param schema of the action
 * @param refused what the action answered
 * @returns `onSubmit` for the form (a button with `formNoValidate` sends unchecked), `field(name, initial)` for its
 * fields (the first refused one is focused), `put` to write one of them, `busy` while it is on its way, `problem`
 * (`refused`, until the form is found wanting before it is sent again), and react-hook-form's `watch`
 */
export function useCheckedForm<Input extends FieldValues>(
	schema: GenericSchema<Input, FieldValues>,
	refused: Refused | undefined,
) {
	const submit = useSubmit();
	const busy = useNavigation().state !== "idle";
	const errors = useMemo(() => refused && { errors: toErrors(refused) }, [refused]);
	const values: GenericSchema<FieldValues, FieldValues> = schema;
	const form = useForm({ resolver: valibotResolver(values), ...errors });
	const { register, handleSubmit, formState, watch } = form;
	const [past, setPast] = useState<Refused>();
	const problem = refused === past ? undefined : refused;
	const onSubmit = (event: ReactSubmitEvent<HTMLFormElement>) => {
		const { currentTarget, nativeEvent } = event;
		const { submitter } = nativeEvent;
		if (busy) return event.preventDefault();
		if (submitter?.hasAttribute("formnovalidate")) return;
		const target = submitter instanceof HTMLButtonElement ? submitter : currentTarget;
		return handleSubmit(
			() => submit(target),
			() => setPast(refused),
		)(event);
	};
	const field = (name: Extract<keyof Input, string>, initial?: string | null) => {
		const message = formState.errors[name]?.message;
		return {
			...register(name),
			defaultValue: refused?.typed[name] ?? initial ?? undefined,
			autoFocus: refused?.issues[0]?.field === name,
			error: typeof message === "string" ? message : undefined,
		};
	};
	const put = (name: Extract<keyof Input, string>, text: string) => {
		const path: string = name;
		form.setValue(path, text, { shouldValidate: true });
	};
	return { onSubmit, field, put, busy, problem, watch };
}
