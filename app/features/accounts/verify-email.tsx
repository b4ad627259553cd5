import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { FormError } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { verifyEmailSchema } from "#contract/schemas/accounts.ts";
import { stockAlertsPath } from "#contract/shop.ts";
import { getStockAlertTool, requestStockAlertPath } from "#contract/stock-alert-path.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import {
	getVerificationLinkState,
	resendVerificationLink,
	verifyEmail,
} from "#worker/shop/accounts/verify.ts";
import { hasStockAlert } from "#worker/shop/catalogue/stock-alerts.ts";
import type { Route } from "./+types/verify-email.ts";

export const meta: Route.MetaFunction = () => pageMeta("Verify your email");

/** Loading the page does not verify the email, because mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const token = url.searchParams.get("token") ?? "";
	const { email } = requireAccount(shop);
	return { token, email, state: await getVerificationLinkState(shop, token) };
}

export const action = formAction(async (shop, form, { context, url }) => {
	const isResend = form.get("intent") === "resend";
	const tool = getStockAlertTool(url.searchParams.get("from"));
	if (!isResend) await verifyEmail(shop, readForm(form, verifyEmailSchema).token);
	if (!isResend && tool) {
		// A trigger has created the alert, unless the tool can be ordered again. Staff cannot have one.
		const hasAlert = await hasStockAlert(shop, tool).catch(() => false);
		return hasAlert
			? redirectWithMessage(context, stockAlertsPath, success.stockAlertRequested)
			: redirectWithMessage(context, requestStockAlertPath(tool), success.emailVerified);
	}
	const isSent = isResend && (await resendVerificationLink(shop, tool));
	const text = isSent ? success.verificationSent : success.emailVerified;
	return redirectWithMessage(context, "/dashbord/myprofile", text);
});

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
	const { token, email, state } = loaderData;
	const formErrors = actionData && { ...actionData, issues: [] };
	return (
		<Page title="Verify your email" width="form">
			{state === "verified" && (
				<>
					<Alert tone="success">
						<p>
							<WrappableText text={email} /> is verified.
						</p>
					</Alert>
					<AnchorButton href="/dashbord/myprofile">My profile</AnchorButton>
				</>
			)}
			{state !== "verified" && (
				<form method="post" className="stack">
					{state === "expired" && (
						<Alert tone="error">{errors.verification_link_expired.message}</Alert>
					)}
					<p>
						You are logged in as{" "}
						<strong>
							<WrappableText text={email} />
						</strong>
						.
					</p>
					<FormError errors={formErrors} />
					{state === "valid" ? (
						<>
							<input type="hidden" name="token" value={token} />
							<Button type="submit" variant="primary">
								Verify
							</Button>
						</>
					) : (
						<Button type="submit" name="intent" value="resend" variant="primary">
							Send a new link
						</Button>
					)}
				</form>
			)}
		</Page>
	);
}
