import type { ComponentProps } from "react";
import { ValidatedForm } from "#app/client/validated-form.tsx";
import type { FormErrors } from "#app/lib/form-action.ts";
import { FieldError } from "#app/ui/field.tsx";
import { createGetFieldProps } from "#app/ui/form-fields.ts";
import { NewPasswordField } from "./sign-in-controls.tsx";

type KeepAccountProps = ComponentProps<"input"> & { error: string | undefined };

const KeepAccountChoice = ({ error, defaultValue, ...field }: KeepAccountProps) => (
	<fieldset className="field" aria-describedby={error ? "keep-error" : undefined}>
		<legend className="mb-2 font-semibold">Did you create this account?</legend>
		<p className="mb-2">
			Its email was never verified, so someone else may have created it with your address.
		</p>
		{[
			["yes", "Yes, keep its name, phone, picture and orders"],
			["no", "No, start with an empty account (its unpaid orders are canceled)"],
		].map(([value, label]) => (
			<label key={value} className="flex items-start gap-2 py-1">
				<input
					type="radio"
					className="checkbox mt-1 shrink-0"
					value={value}
					defaultChecked={defaultValue === value}
					aria-invalid={error ? true : undefined}
					{...field}
				/>
				{label}
			</label>
		))}
		<FieldError id="keep" error={error} />
	</fieldset>
);

type Props = { token: string; isUnverified: boolean; errors: FormErrors | undefined };

export function ResetPasswordForm({ token, isUnverified, errors }: Props) {
	const getFieldProps = createGetFieldProps<"new-password">(errors);
	return (
		<ValidatedForm schema="new-password" errors={errors} submit="Change password">
			<input type="hidden" name="token" value={token} />
			<NewPasswordField label="New password" {...getFieldProps("password")} />
			{isUnverified && <KeepAccountChoice {...getFieldProps("keep")} />}
		</ValidatedForm>
	);
}
