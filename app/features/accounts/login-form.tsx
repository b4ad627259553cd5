import { useEffect } from "react";
import { FullPageForm, useFullPageForm } from "#app/client/full-page-form.tsx";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Field, PasswordField } from "#app/ui/field.tsx";
import { PasskeyButton } from "#app/ui/passkey-button.tsx";
import { loginSchema } from "#contract/schemas/accounts.ts";
import { ContinueWithGoogle, ForgotPassword } from "./sign-in-controls.tsx";

type Props = { from: string; errors: FormErrors | undefined };

/** Submits a separate form, because the one on the page requires an email and a password. */
function logInWithPasskey(passkey: string): void {
	const form = document.createElement("form");
	form.method = "post";
	for (const [name, value] of Object.entries({ intent: "passkey", passkey })) {
		const field = document.createElement("input");
		Object.assign(field, { type: "hidden", name, value });
		form.appendChild(field);
	}
	document.body.appendChild(form);
	form.submit();
}

async function suggestPasskeys() {
	const passkeys = await import("#app/lib/passkeys.client.ts");
	await passkeys.suggestPasskeys(logInWithPasskey);
}

export default function LoginForm({ from, errors }: Props) {
	const form = useFullPageForm(loginSchema, errors);
	const wasPasskeyRejected = errors?.values.intent === "passkey";
	useEffect(() => {
		// Some browsers would submit the rejected passkey again without asking. The visitor can still use the button.
		if (!wasPasskeyRejected) suggestPasskeys().catch(() => undefined);
	}, [wasPasskeyRejected]);
	return (
		<FullPageForm
			form={form}
			submit="Login"
			after={
				<>
					<ForgotPassword />
					<ContinueWithGoogle from={from} />
					<PasskeyButton label="Log in with a passkey" onSigned={logInWithPasskey} />
				</>
			}
		>
			<Field label="Email" type="email" autoComplete="username webauthn" {...form.field("email")} />
			<PasswordField
				label="Password"
				revealLabel="See password"
				autoComplete="current-password"
				{...form.field("password")}
			/>
		</FullPageForm>
	);
}
