import { FullPageForm, useFullPageForm } from "#app/client/full-page-form.tsx";
import type { FormErrors } from "#app/lib/form-action.ts";
import { PasswordField } from "#app/ui/field.tsx";
import { linkGoogleSchema } from "#contract/schemas/accounts.ts";

type Props = { email: string; errors: FormErrors | undefined };

export default function LinkGoogleForm({ email, errors }: Props) {
	const form = useFullPageForm(linkGoogleSchema, errors);
	return (
		<FullPageForm form={form} submit="Link and log in">
			<input type="hidden" name="email" autoComplete="username" value={email} />
			<PasswordField label="Password" autoComplete="current-password" {...form.field("password")} />
		</FullPageForm>
	);
}
