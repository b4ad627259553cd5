import type { FormErrors } from "#app/lib/form-action.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { errorAt, FormError, PasswordField } from "#app/ui/field.tsx";
import { Section } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

/** Dark on light in both themes: many apps cannot read an inverted code. */
export function QrCode({ rows }: { rows: boolean[][] }) {
	const size = rows.length;
	const path = rows
		.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
		.join("");
	return (
		<svg
			viewBox={`0 0 ${size} ${size}`}
			role="img"
			aria-label="QR code for the authenticator app"
			shapeRendering="crispEdges"
			className="size-52 rounded-sm border border-base-300"
		>
			<rect width={size} height={size} fill="#fff" />
			<path d={path} fill="#000" />
		</svg>
	);
}

export function RecoveryCodes({ codes }: { codes: string[] }) {
	const text = `${codes.join("\n")}\n`;
	return (
		<Section id="recovery-codes" title="Your recovery codes" className="grid gap-4">
			<Alert>
				Each code works once, for when you can't use your phone. Save or print them now. They won't
				be shown again.
			</Alert>
			<ul className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
				{codes.map((code) => (
					<li key={code}>
						<code>{code}</code>
					</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-3 print:hidden">
				<AnchorButton
					href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
					download="torque-tool-depot-recovery-codes.txt"
				>
					Download
				</AnchorButton>
				<Button className="noscript:hidden" onClick={() => print()}>
					Print
				</Button>
			</div>
		</Section>
	);
}

type FormAction = {
	intent: "start" | "renew" | "remove";
	label: string;
	variant?: "primary" | "danger";
};
type PasswordFormProps = {
	actions: FormAction[];
	hasPassword: boolean;
	errors: FormErrors | undefined;
};

/**
 * Asks for the password, or a recent sign-in, before any of the actions. If a code is required too, only the submitted action is shown
 * again.
 */
export const PasswordForm = ({ actions, hasPassword, errors }: PasswordFormProps) => (
	<PostForm className="stack max-w-md">
		{hasPassword ? (
			<PasswordField
				label="Password"
				name="password"
				autoComplete="current-password"
				required
				error={errorAt(errors, "password")}
			/>
		) : (
			<p>You sign in with Google, so you can do this only within 15 minutes of signing in.</p>
		)}
		<FormError errors={errors} />
		<div className="flex flex-wrap gap-3">
			{actions
				.filter(({ intent }) => !errors?.confirmation || errors.values.intent === intent)
				.map(({ intent, label, variant }) => (
					<Button key={intent} type="submit" variant={variant} name="intent" value={intent}>
						{label}
					</Button>
				))}
		</div>
	</PostForm>
);
