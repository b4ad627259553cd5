import type { ComponentProps } from "react";
import { AnchorButton } from "#app/ui/button.tsx";
import { PasswordField } from "#app/ui/field.tsx";
import { passwordLength } from "#contract/limits.ts";

export const ContinueWithGoogle = ({ from }: { from: string }) => (
	<>
		<p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-base-300 after:h-px after:grow after:bg-base-300">
			or
		</p>
		<AnchorButton href={`/auth/google?${new URLSearchParams({ from })}`}>
			<img src="/pictures/google.svg" alt="" width={18} height={18} />
			Continue with Google
		</AnchorButton>
	</>
);

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
