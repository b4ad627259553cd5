import { type ReactNode, type SubmitEvent, useEffect, useState } from "react";
import { Form, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import {
	changeDraft,
	newOrderPath,
	type OrderDraft,
	type SubmittedFields,
	toDraftFields,
} from "./new-order-draft.ts";

export const NewOrderStep = ({ title, children }: { title: string; children: ReactNode }) => (
	<section aria-label={title} className="grid gap-4 border-t border-base-300 pt-6">
		<h2 className="text-xl">{title}</h2>
		{children}
	</section>
);

type DraftFormProps = {
	draft: Partial<OrderDraft>;
	/** Null if no form has submitted them yet. Without JavaScript, this form submits them again, so that the next page has them. */
	submittedFields: SubmittedFields | null;
	role?: "search";
	label?: string;
	className: string;
	children: ReactNode;
};

/** A form that changes the draft in the URL. */
export function DraftForm({ draft, submittedFields, label, children, ...rest }: DraftFormProps) {
	const props = { ...rest, "aria-label": label };
	const navigate = useNavigate();
	if (!submittedFields) {
		return (
			<Form method="get" preventScrollReset {...props}>
				<HiddenFields fields={toDraftFields(draft)} />
				{children}
			</Form>
		);
	}
	const path = newOrderPath(draft);
	/** With JavaScript, the delivery form stays on the page, so only the draft changes. */
	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { currentTarget, nativeEvent } = event;
		const form = new FormData(currentTarget, nativeEvent.submitter);
		const changedDraft = changeDraft(new URL(path, location.origin), form);
		navigate(newOrderPath(changedDraft), { preventScrollReset: true });
	};
	return (
		<PostForm action={path} onSubmit={submit} {...props}>
			<HiddenFields fields={[["step", "lines"], ...Object.entries(submittedFields)]} />
			{children}
		</PostForm>
	);
}

/** Returns false while the component is first rendered, then true. */
export function useWasMounted(): boolean {
	const [wasMounted, setWasMounted] = useState(false);
	useEffect(() => setWasMounted(true), []);
	return wasMounted;
}

/**
 * A search form, with its results shown below it.
 * @param props.draft - the rest of the draft in the URL
 * @param props.autoFocus - focuses the field when the form is mounted, too
 */
export function DraftSearchForm(props: {
	name: "find" | "q";
	label: string;
	hint: string;
	value: string;
	draft: Partial<OrderDraft>;
	submittedFields: SubmittedFields | null;
	autoFocus?: boolean;
}) {
	// The field is remounted after a search and after a choice. It is then focused, for the next search.
	const wasMounted = useWasMounted();
	return (
		<DraftForm
			draft={props.draft}
			submittedFields={props.submittedFields}
			role="search"
			label={props.name === "q" ? "Tools to add" : "Customers"}
			className="flex items-start gap-3"
		>
			<div className="min-w-0 grow">
				<Field
					key={props.value}
					label={props.label}
					hint={props.hint}
					name={props.name}
					type="search"
					autoComplete="off"
					defaultValue={props.value}
					autoFocus={wasMounted || props.autoFocus}
				/>
			</div>
			<Button type="submit" className="mt-7.5">
				Search
			</Button>
		</DraftForm>
	);
}
