import { NativeForm, useNativeForm } from "#app/client/native-form.tsx";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Field, PasswordField } from "#app/ui/field.tsx";
import { loginSchema } from "#contract/schemas/accounts.ts";
import { ContinueWithGoogle, ForgotPassword } from "./sign-in.tsx";

type Props = { from: string; errors: FormErrors | undefined };

export default function LoginForm({ from, errors }: Props) {
	const form = useNativeForm(loginSchema, errors);
	return (
		<NativeForm
			form={form}
			submit="Login"
			after={
				<>
					<ForgotPassword />
					<ContinueWithGoogle from={from} />
				</>
			}
		>
			<Field label="Email" type="email" autoComplete="username" {...form.field("email")} />
			<PasswordField
				label="Password"
				revealLabel="See password"
				autoComplete="current-password"
				{...form.field("password")}
			/>
		</NativeForm>
	);
}
