import { ValidatedForm } from "#app/client/validated-form.tsx";
import { cookiesContext, shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { PasswordField } from "#app/ui/field.tsx";
import { createGetFieldProps } from "#app/ui/form-fields.ts";
import { Page, Section } from "#app/ui/page.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { linkGoogleSchema } from "#contract/schemas/accounts.ts";
import {
	getPendingLink,
	linkWithPassword,
	startWithEmptyAccount,
} from "#worker/shop/accounts/google-link.ts";
import type { Route } from "./+types/link-google.ts";
import { ForgotPassword } from "./sign-in-controls.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Link your Google account");

export const loader = async ({ context }: Route.LoaderArgs) => ({
	link: await getPendingLink(context.get(shopContext), context.get(cookiesContext).get("link")),
});

export const action = formAction(async (shop, form, { context }) => {
	const cookies = context.get(cookiesContext);
	const link = cookies.get("link");
	const shouldStartEmpty = form.get("intent") === "empty";
	const newSession = shouldStartEmpty
		? await startWithEmptyAccount(shop, link)
		: await linkWithPassword(shop, link, readForm(form, linkGoogleSchema).password);
	const text = shouldStartEmpty ? success.accountEmptied : success.googleLinked;
	const path = cookies.startSession(newSession, newSession.from);
	cookies.delete("link");
	return redirectWithMessage(context, path, text);
});

const StartEmpty = () => (
	<Section
		id="not-yours"
		title="Not your account?"
		className="grid gap-3 border-t border-base-300 pt-6"
	>
		<p>
			Its email was never verified, so someone else may have created it with your address. You can
			start with an empty account instead. Unpaid orders in the existing account are canceled, and
			you won't see any of its data.
		</p>
		<form method="post" className="grid">
			<Button type="submit" name="intent" value="empty">
				Start with an empty account
			</Button>
		</form>
	</Section>
);

export default function LinkGoogle({ loaderData: { link }, actionData }: Route.ComponentProps) {
	if (!link) {
		return (
			<Page title="Link your Google account" width="form">
				<Alert tone="error">{errors.google_expired.message}</Alert>
				<AnchorButton href="/login">Login</AnchorButton>
			</Page>
		);
	}
	const { email, canStartEmpty } = link;
	const getFieldProps = createGetFieldProps<"link-google">(actionData);
	return (
		<Page
			title="Link your Google account"
			lead={
				<>
					There is already an account with{" "}
					<strong>
						<WrappableText text={email} />
					</strong>
					. Enter its password once. After that, you can also sign in with Google.
				</>
			}
			width="form"
		>
			<ValidatedForm schema="link-google" errors={actionData} submit="Link and log in">
				<input type="hidden" name="email" autoComplete="username" value={email} />
				<PasswordField
					label="Password"
					autoComplete="current-password"
					{...getFieldProps("password")}
				/>
			</ValidatedForm>
			<form method="post" action="/login" className="grid">
				<input type="hidden" name="email" value={email} />
				<ForgotPassword />
			</form>
			{canStartEmpty && <StartEmpty />}
		</Page>
	);
}
