import { ValidatedForm } from "#app/client/validated-form.tsx";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, PasswordField } from "#app/ui/field.tsx";
import { createGetFieldProps } from "#app/ui/form-fields.ts";
import { ContinueWithGoogle, ForgotPassword } from "./sign-in-controls.tsx";

/**
 * With `data-passkey="suggest"`, the script offers passkeys among the email field's suggestions (app/client/passkey-login.ts). After a
 * rejected passkey it does not, because some browsers would submit the same one again without asking.
 */
const PasskeyLogin = ({ wasRejected }: { wasRejected: boolean }) => (
	<div data-passkey={wasRejected ? "" : "suggest"} className="noscript:hidden grid gap-2">
		<Button>Log in with a passkey</Button>
		<p role="alert" className="field-error empty:hidden" />
	</div>
);

type Props = { from: string; errors: FormErrors | undefined };

export function LoginForm({ from, errors }: Props) {
	const getFieldProps = createGetFieldProps<"login">(errors);
	return (
		<ValidatedForm
			schema="login"
			errors={errors}
			submit="Login"
			after={
				<>
					<ForgotPassword />
					<ContinueWithGoogle from={from} />
					<PasskeyLogin wasRejected={errors?.values.intent === "passkey"} />
				</>
			}
		>
			<Field
				label="Email"
				type="email"
				autoComplete="username webauthn"
				{...getFieldProps("email")}
			/>
			<PasswordField
				label="Password"
				revealLabel="See password"
				autoComplete="current-password"
				{...getFieldProps("password")}
			/>
		</ValidatedForm>
	);
}
