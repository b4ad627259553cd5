import type { FormErrors } from "#app/lib/form-action.ts";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { useValidatedForm, ValidatedForm } from "#app/ui/validated-form.tsx";
import { addressEntries, getFieldLabel } from "#contract/delivery.ts";
import type { AddressInput } from "#contract/schemas/addresses.ts";

type Props = {
	address?: AddressInput;
	errors: FormErrors | undefined;
};

export function AddressForm({ address, errors }: Props) {
	const form = useValidatedForm("address", errors);
	return (
		<ValidatedForm form={form} submit="Save address">
			<Field
				label="Address name"
				hint="For example, Workshop"
				autoComplete="off"
				{...form.getFieldProps("label", address?.label)}
			/>
			{addressEntries.map(([name, detail]) => {
				const { rows, type, hint, autoComplete } = detail;
				const input = {
					label: getFieldLabel(detail),
					hint,
					autoComplete,
					...form.getFieldProps(name, address?.[name]),
				};
				return rows ? (
					<TextAreaField key={name} rows={rows} {...input} />
				) : (
					<Field key={name} type={type} {...input} />
				);
			})}
		</ValidatedForm>
	);
}
