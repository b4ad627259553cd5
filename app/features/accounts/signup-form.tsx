import { FullPageForm, useFullPageForm } from "#app/client/full-page-form.tsx";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Field } from "#app/ui/field.tsx";
import { signupSchema } from "#contract/schemas/accounts.ts";
import { ContinueWithGoogle, NewPasswordField } from "./sign-in-controls.tsx";

type Props = { from: string; errors: FormErrors | undefined };

export default function SignupForm({ from, errors }: Props) {
	const form = useFullPageForm(signupSchema, errors);
	return (
		<FullPageForm form={form} submit="Sign up" after={<ContinueWithGoogle from={from} />}>
			<Field label="Name" autoComplete="name" {...form.field("name")} />
			<Field label="Email" type="email" autoComplete="email" {...form.field("email")} />
			<NewPasswordField label="Password" {...form.field("password")} />
		</FullPageForm>
	);
}
