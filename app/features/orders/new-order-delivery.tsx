import { type FormEvent, useState } from "react";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Field, ReadOnlyField, TextAreaField } from "#app/ui/field.tsx";
import { useValidatedForm, ValidatedForm } from "#app/ui/validated-form.tsx";
import { type Delivery, deliveryEntries, getFieldLabel } from "#contract/delivery.ts";
import {
	newOrderPath,
	type OrderDraft,
	readSubmittedFields,
	type SubmittedFields,
} from "./new-order-draft.ts";
import { NewOrderStep } from "./new-order-forms.tsx";

type Props = {
	draft: OrderDraft;
	customer: { email: string; phone: string | null; delivery: Partial<Delivery> | null } | null;
	idempotencyKey: string;
	errors: FormErrors | undefined;
	submittedFields: SubmittedFields | null;
	/** What was typed for this order, by customer. This component adds to it. */
	typedFields: Map<string, SubmittedFields>;
	/** Whether the customer has just been chosen. A new customer's name is then typed next. */
	autoFocus: boolean;
};

/** Blocks the form until an edited quantity is applied with the button next to it. Otherwise, the edit would be silently lost. */
function requireQuantitiesApplied(event: FormEvent) {
	const fields = document.querySelectorAll<HTMLInputElement>("input[name=quantity]");
	const editedField = [...fields].find(({ value, defaultValue }) => value !== defaultValue);
	if (!editedField) return;
	event.preventDefault();
	event.stopPropagation();
	editedField.setCustomValidity(
		"Press the button next to this field first, or change the number back.",
	);
	editedField.reportValidity();
	editedField.addEventListener("input", () => editedField.setCustomValidity(""), { once: true });
}

const companyEntries = deliveryEntries.filter(([, { isCompanyField }]) => isCompanyField);

export function DeliveryStep(props: Props) {
	const { draft, customer, idempotencyKey, errors, submittedFields, typedFields } = props;
	const form = useValidatedForm("customer-order", errors);
	// The fields keep what was typed into them, even if the lines above change.
	const [initialProps] = useState({
		submittedFields: submittedFields ?? typedFields.get(draft.customer) ?? null,
		idempotencyKey,
	});
	const initialFields = submittedFields ?? initialProps.submittedFields;
	const lastDelivery = initialFields ? null : customer?.delivery;
	const renderField = ([name, detail]: (typeof deliveryEntries)[number]) => {
		const { rows, type, isCompanyField } = detail;
		const label = isCompanyField ? detail.label : getFieldLabel(detail);
		const value =
			(initialFields ?? lastDelivery)?.[name] ?? (name === "phone" ? customer?.phone : undefined);
		const hint = lastDelivery?.[name] ? "From the customer's last order" : detail.hint;
		const input = { label, hint, autoComplete: "off", ...form.getFieldProps(name, value) };
		return rows ? (
			<TextAreaField key={name} rows={rows} {...input} />
		) : (
			<Field key={name} type={type} {...input} />
		);
	};
	const nameProps = form.getFieldProps("name", initialFields?.name);
	return (
		<NewOrderStep title="Delivery">
			<noscript>
				<p>
					Fill these in last. Changing the tools clears what you've typed since you last pressed
					“Review the order”.
				</p>
			</noscript>
			<div
				onSubmitCapture={requireQuantitiesApplied}
				onInput={({ currentTarget }) => {
					const element = currentTarget.querySelector("form");
					if (element) typedFields.set(draft.customer, readSubmittedFields(new FormData(element)));
				}}
			>
				<ValidatedForm form={form} submit="Review the order" action={newOrderPath(draft)}>
					<input type="hidden" name="step" value="review" />
					<input
						type="hidden"
						name="idempotencyKey"
						value={initialFields?.idempotencyKey ?? initialProps.idempotencyKey}
					/>
					{draft.customer === "new" ? (
						<>
							<Field
								label="Name"
								autoComplete="off"
								{...nameProps}
								autoFocus={nameProps.autoFocus || props.autoFocus}
							/>
							<Field
								label="Email"
								type="email"
								autoComplete="off"
								hint="The payment link is sent here. Read it back to the customer."
								{...form.getFieldProps("email", initialFields?.email)}
							/>
						</>
					) : (
						<ReadOnlyField label="Email" {...form.getFieldProps("email", customer?.email)} />
					)}
					{deliveryEntries.filter(([, { isCompanyField }]) => !isCompanyField).map(renderField)}
					<details
						open={
							companyEntries.some(([name]) => (initialFields ?? lastDelivery)?.[name]) || undefined
						}
					>
						<summary className="cursor-pointer py-2 font-semibold">Ordering for a company?</summary>
						<div className="stack pt-2">{companyEntries.map(renderField)}</div>
					</details>
				</ValidatedForm>
			</div>
		</NewOrderStep>
	);
}
