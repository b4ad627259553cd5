import { Fragment, type ReactNode } from "react";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Field, FieldError, TextAreaField } from "#app/ui/field.tsx";
import type { createGetFieldProps } from "#app/ui/form-fields.ts";
import {
	deliveryEntries,
	getFieldLabel,
	listDeliveryDetails,
	newAddressChoice,
} from "#contract/delivery.ts";
import { addressesMax } from "#contract/limits.ts";
import type { DeliveryDefaults } from "./delivery-defaults.ts";

type FieldName = (typeof deliveryEntries)[number][0] | "address" | "saveAs";

type GetFieldProps = (
	name: FieldName,
	initial?: string,
) => ReturnType<ReturnType<typeof createGetFieldProps>>;

const newAddressOnlyClass = "group-has-[[name=address]:checked:not([value=new])]/delivery:hidden";

type ChoiceProps = {
	value: string;
	isChosen: boolean;
	isInvalid: boolean;
	label: string;
	children?: ReactNode;
};

const Choice = ({ value, isChosen, isInvalid, label, children }: ChoiceProps) => (
	<label className="flex cursor-pointer items-start gap-3 border-t border-base-300 py-3 first:border-t-0">
		<input
			type="radio"
			name="address"
			className="checkbox mt-0.5 shrink-0"
			value={value}
			defaultChecked={isChosen}
			aria-invalid={isInvalid || undefined}
		/>
		<span className="grid min-w-0 gap-0.5">
			<span className="font-semibold wrap-anywhere">{label}</span>
			{children && <span className="text-sm text-muted wrap-anywhere">{children}</span>}
		</span>
	</label>
);

type Props = {
	defaults: DeliveryDefaults;
	getFieldProps: GetFieldProps;
	/** The errors of the submitted form. */
	errors: FormErrors | undefined;
};

/** Saved addresses to choose from, fields for another address, and company details. */
export function DeliveryFields({ defaults, getFieldProps, errors }: Props) {
	const { addresses, addressChoice, values, isFromLastOrder } = defaults;
	const {
		defaultValue: currentChoice,
		error: addressError,
		autoFocus,
	} = getFieldProps("address", addressChoice);
	const isInvalid = addressError !== undefined;
	const fields = deliveryEntries.map(([name, detail]) => {
		const { rows, type, autoComplete, isCompanyField, isSavedWithAddress } = detail;
		const label = isCompanyField ? detail.label : getFieldLabel(detail);
		const props = getFieldProps(name, values?.[name]);
		const hint =
			isFromLastOrder && props.defaultValue && props.defaultValue === values?.[name] && !errors
				? "From your last order"
				: detail.hint;
		const input = { label, hint, autoComplete, ...props };
		const hasValueOrError = Boolean(props.defaultValue || props.error);
		const control = rows ? (
			<TextAreaField rows={rows} {...input} />
		) : (
			<Field type={type} {...input} />
		);
		return { name, isCompanyField, isSavedWithAddress, hasValueOrError, control };
	});
	const companyFields = fields.filter(({ isCompanyField }) => isCompanyField);
	const personalFields = fields.filter(({ isCompanyField }) => !isCompanyField);
	return (
		<div className="group/delivery stack">
			{(addresses.length > 0 || isInvalid) && (
				<fieldset className="field" aria-describedby={addressError && "address-error"}>
					<legend className="mb-1.5 font-semibold">Deliver to</legend>
					<div className="max-h-96 overflow-y-auto rounded-md border border-edge px-3">
						{addresses.map(({ id: value, label, hash, ...saved }) => (
							<Choice
								key={value}
								value={value}
								isChosen={value === currentChoice}
								isInvalid={isInvalid}
								label={label}
							>
								<input type="hidden" name={`shown-${value}`} value={hash} />
								{/* Lines wrap as a whole, so that a phone number is not split. */}
								{listDeliveryDetails(saved).map((line, index, { length }) => (
									<Fragment key={line}>
										<span className="inline-block">
											{line}
											{index < length - 1 && ","}
										</span>{" "}
									</Fragment>
								))}
							</Choice>
						))}
						{/* With a new key, React applies `isChosen` again once the last address is removed. */}
						<Choice
							key={addresses.length}
							value={newAddressChoice}
							isChosen={currentChoice === newAddressChoice || addresses.length === 0}
							isInvalid={isInvalid}
							label="Another address"
						/>
					</div>
					<FieldError id="address" error={addressError} autoFocus={autoFocus} />
				</fieldset>
			)}
			<div className={`stack ${newAddressOnlyClass}`}>
				{personalFields.map(
					({ name, isSavedWithAddress, control }) =>
						isSavedWithAddress && <div key={name}>{control}</div>,
				)}
				{addresses.length < addressesMax && (
					<Field
						label="Save this address as (optional)"
						hint="For example, Workshop. You won't have to type the address next time."
						autoComplete="off"
						{...getFieldProps("saveAs")}
					/>
				)}
			</div>
			{personalFields.map(
				({ name, isSavedWithAddress, control }) =>
					!isSavedWithAddress && <div key={name}>{control}</div>,
			)}
			<details open={companyFields.some(({ hasValueOrError }) => hasValueOrError)}>
				<summary className="link w-fit cursor-pointer py-1">Ordering for a company?</summary>
				<div className="stack pt-3">
					{companyFields.map(({ name, isSavedWithAddress, control }) => (
						<div key={name} className={isSavedWithAddress && newAddressOnlyClass}>
							{control}
						</div>
					))}
				</div>
			</details>
		</div>
	);
}
