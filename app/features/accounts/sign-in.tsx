import type { ComponentProps } from "react";
import { AnchorButton } from "#app/ui/button.tsx";
import { PasswordField } from "#app/ui/field.tsx";
import { passwordLength } from "#contract/limits.ts";

/** Google's logo in its own colors, as Google's sign-in branding guidelines require. */
function GoogleMark() {
	return (
		<svg aria-hidden width="18" height="18" viewBox="0 0 18 18">
			<path
				fill="#4285f4"
				d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
			/>
			<path
				fill="#34a853"
				d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18z"
			/>
			<path fill="#fbbc05" d="M3.96 10.71a5.4 5.4 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3-2.33z" />
			<path
				fill="#ea4335"
				d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58z"
			/>
		</svg>
	);
}

export function ContinueWithGoogle({ from }: { from: string }) {
	return (
		<>
			<p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-base-300 after:h-px after:grow after:bg-base-300">
				or
			</p>
			<AnchorButton href={`/auth/google?${new URLSearchParams({ from })}`}>
				<GoogleMark />
				Continue with Google
			</AnchorButton>
		</>
	);
}

export const ForgotPassword = () => (
	<button
		type="submit"
		name="intent"
		value="forgot"
		formNoValidate
		className="link cursor-pointer justify-self-start"
	>
		forget Password?
	</button>
);

export const NewPasswordField = (field: ComponentProps<typeof PasswordField>) => (
	<PasswordField
		hint={`${passwordLength.min} characters or more`}
		autoComplete="new-password"
		{...field}
	/>
);
