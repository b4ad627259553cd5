import { cookiesContext, shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { FormError } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { errors, fieldError } from "#contract/errors.ts";
import { requiredMessages, success } from "#contract/messages.ts";
import { resetFormSchema } from "#contract/schemas/accounts.ts";
import { readResetLink, resetPassword } from "#worker/shop/accounts/reset.ts";
import { signOut } from "#worker/shop/accounts/sign-in.ts";
import type { Route } from "./+types/reset-password.ts";
import { ResetPasswordForm } from "./reset-password-form.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Choose a new password");

export async function loader({ context, url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	return { token, link: token ? await readResetLink(context.get(shopContext), token) : null };
}

/** Resets the password and signs out, because the browser may be signed in to another account. */
export const action = formAction(async (shop, form, { context }) => {
	const { token, password, keep } = readForm(form, resetFormSchema);
	const isChoiceMissing = !keep && (await readResetLink(shop, token))?.isUnverified;
	if (isChoiceMissing) throw fieldError("keep", requiredMessages.keepAccountChoice);
	await resetPassword(shop, token, password, { keep: keep === "yes" });
	await signOut(shop);
	context.get(cookiesContext).clearSession();
	return redirectWithMessage(context, "/login", success.passwordChanged);
});

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
	const { token, link } = loaderData;
	return (
		<Page title="Choose a new password" width="form">
			{link ? (
				<ResetPasswordForm token={token} {...link} errors={actionData} />
			) : (
				<>
					{actionData ? (
						<FormError errors={{ ...actionData, issues: [] }} />
					) : (
						<Alert tone="error">
							{token ? errors.reset_link_expired.message : requiredMessages.token}
						</Alert>
					)}
					<AnchorButton href="/login" variant="primary">
						Request a new link
					</AnchorButton>
				</>
			)}
		</Page>
	);
}
