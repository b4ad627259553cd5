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
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { errorAt, Field, FormError } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { formatDay } from "#contract/dates.ts";
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
	removeSecondFactor,
	renewRecoveryCodes,
	startSecondFactor,
} from "#worker/shop/accounts/second-factor.ts";
import type { Route } from "./+types/two-factor.ts";
import { PasswordForm, QrCode, RecoveryCodes } from "./two-factor-parts.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Two-factor authentication");

export async function loader({ context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const [factor, withPassword] = await Promise.all([
		getSecondFactor(shop),
		hasPassword(shop, requireAccount(shop)),
	]);
	const isRequired = shop.account?.mustAddSecondFactor === true;
	return { ...factor, hasPassword: withPassword, isRequired };
}

const intentSchema = v.object({
	intent: v.picklist(["start", "confirm", "renew", "remove"], errors.validation_failed.message),
});

/** New recovery codes are in the response itself, because they are shown only once. */
export const action = formAction(async (shop, form, { context }) => {
	const { intent } = readForm(form, intentSchema);
	if (intent === "confirm") {
		return { codes: await confirmSecondFactor(shop, readForm(form, codeSchema).code) };
	}
	const { password } = readForm(form, confirmPasswordSchema);
	if (intent === "renew") return { codes: await renewRecoveryCodes(shop, password) };
	if (intent === "start") {
		await startSecondFactor(shop, password);
		return redirect(twoFactorPath, 303);
	}
	await removeSecondFactor(shop, password);
	return redirectWithMessage(context, twoFactorPath, success.secondFactorRemoved);
});

type Setup = NonNullable<Route.ComponentProps["loaderData"]["setup"]>;

const SetUp = ({ setup, errors }: { setup: Setup; errors: FormErrors | undefined }) => (
	<>
		<ol className="grid list-decimal gap-6 ps-5">
			<li>
				<div className="grid justify-items-start gap-3">
					<p>Scan this code with an authenticator app, or open it on this device.</p>
					<QrCode rows={setup.qrCode} />
					<p>
						<a className="link" href={setup.uri}>
							Open in an app
						</a>
					</p>
					<p>
						Can't scan it? Enter this key:{" "}
						<code className="font-semibold wrap-anywhere">{setup.secret}</code>
					</p>
				</div>
			</li>
			<li>
				<PostForm className="grid gap-3">
					<Field
						label="Code from the app"
						name="code"
						autoComplete="one-time-code"
						inputMode="numeric"
						required
						error={errorAt(errors, "code")}
					/>
					<FormError errors={errors} />
					<div>
						<Button type="submit" variant="primary" name="intent" value="confirm">
							Turn on
						</Button>
					</div>
				</PostForm>
			</li>
		</ol>
		<p className="text-muted">Turning it on signs you out everywhere else.</p>
	</>
);

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
	const { since, setup, canSetUp, codesLeft, hasPassword, isRequired } = loaderData;
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
			{since && (
				<>
					<Alert tone="success">
						On since {formatDay(since)}. You have {formatCount(codesLeft, "recovery code")} left.
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
			{!since && !codes && setup && <SetUp setup={setup} errors={formErrors} />}
			{!since && !setup && canSetUp && (
				<PasswordForm
					actions={[{ intent: "start", label: "Set up", variant: "primary" }]}
					hasPassword={hasPassword}
					errors={formErrors}
				/>
			)}
			{!since && !canSetUp && (
				<>
					<FormError errors={formErrors} />
					<p>Only staff can use two-factor authentication.</p>
				</>
			)}
		</Page>
	);
}
