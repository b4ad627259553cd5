import { redirect } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import {
	type FormErrors,
	formAction,
	readForm,
	redirectWithMessage,
} from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { errorAt, FormError, PasswordField } from "#app/ui/field.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { formatCount } from "#contract/numbers.ts";
import { codeSchema, confirmPasswordSchema } from "#contract/schemas/accounts.ts";
import { twoFactorPath } from "#contract/sign-in-paths.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { hasPassword } from "#worker/shop/accounts/reauthenticate.ts";
import {
	confirmSecondFactor,
	getSecondFactor,
	regenerateRecoveryCodes,
	removeSecondFactor,
	startSecondFactor,
} from "#worker/shop/accounts/second-factor.ts";
import type { Route } from "./+types/two-factor.ts";
import { TwoFactorSetup } from "./two-factor-setup.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Two-factor authentication");

export async function loader({ context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const [factor, accountHasPassword] = await Promise.all([
		getSecondFactor(shop),
		hasPassword(shop, requireAccount(shop)),
	]);
	const isRequired = shop.account?.mustAddSecondFactor === true;
	return { ...factor, hasPassword: accountHasPassword, isRequired };
}

const intentSchema = v.object({
	intent: v.picklist(["start", "confirm", "renew", "remove"], errors.validation_failed.message),
});

/** Returns new recovery codes in the response itself, because they are shown only once. */
export const action = formAction(async (shop, form, { context }) => {
	const { intent } = readForm(form, intentSchema);
	if (intent === "confirm") {
		return { codes: await confirmSecondFactor(shop, readForm(form, codeSchema).code) };
	}
	const { password } = readForm(form, confirmPasswordSchema);
	if (intent === "renew") return { codes: await regenerateRecoveryCodes(shop, password) };
	if (intent === "start") {
		await startSecondFactor(shop, password);
		return redirect(twoFactorPath, 303);
	}
	await removeSecondFactor(shop, password);
	return redirectWithMessage(context, twoFactorPath, success.secondFactorRemoved);
});

function RecoveryCodes({ codes }: { codes: string[] }) {
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

type PasswordAction = {
	intent: "start" | "renew" | "remove";
	label: string;
	variant?: "primary" | "danger";
};
type PasswordFormProps = {
	actions: PasswordAction[];
	hasPassword: boolean;
	errors: FormErrors | undefined;
};

/**
 * Requires the password, or for accounts without one a recent sign-in, for each action. While a code is required as well, shows only the
 * button that was pressed.
 */
const PasswordForm = ({ actions, hasPassword, errors }: PasswordFormProps) => (
	<PostForm className="stack max-w-md print:hidden">
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
				.filter(({ intent }) => !errors?.identityCheck || errors.values.intent === intent)
				.map(({ intent, label, variant }) => (
					<Button key={intent} type="submit" variant={variant} name="intent" value={intent}>
						{label}
					</Button>
				))}
		</div>
	</PostForm>
);

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
	const { enabledAt, setup, canSetUp, codesLeft, hasPassword, isRequired } = loaderData;
	const [codes, formErrors] =
		actionData && "codes" in actionData ? [actionData.codes, undefined] : [null, actionData];
	return (
		<Page
			title="Two-factor authentication"
			lead="With two-factor authentication, logging in also requires a code from an app on your phone."
			width="text"
			inDashboard
			{...(!isRequired && { back: { to: "/dashbord/myprofile", label: "My profile" } })}
		>
			{isRequired && (
				<Alert>
					This shop requires two-factor authentication for its staff. Set it up to open the
					dashboard.
				</Alert>
			)}
			{codes && <RecoveryCodes codes={codes} />}
			{enabledAt && (
				<>
					<Alert tone="success">
						On since <LocalDay at={enabledAt} />. You have {formatCount(codesLeft, "recovery code")}{" "}
						left.
					</Alert>
					<PasswordForm
						actions={[
							{ intent: "renew", label: "Get new recovery codes" },
							{ intent: "remove", label: "Turn off", variant: "danger" },
						]}
						hasPassword={hasPassword}
						errors={formErrors}
					/>
				</>
			)}
			{!enabledAt && !codes && setup && <TwoFactorSetup setup={setup} errors={formErrors} />}
			{!enabledAt && !setup && canSetUp && (
				<PasswordForm
					actions={[{ intent: "start", label: "Set up", variant: "primary" }]}
					hasPassword={hasPassword}
					errors={formErrors}
				/>
			)}
			{!enabledAt && !canSetUp && (
				<>
					<FormError errors={formErrors} />
					<p>Only staff can use two-factor authentication.</p>
				</>
			)}
		</Page>
	);
}
