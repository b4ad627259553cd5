import { Form, Link, redirect } from "react-router";
import { orRefused, readForm } from "#app/answer.ts";
import { FormError } from "#app/components/form-error.tsx";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { PasswordField } from "#app/components/ui/password-field.tsx";
import { shopContext } from "#app/context.ts";
import { keepForm } from "#app/keep-form.ts";
import { pageMeta } from "#app/page-meta.ts";
import { useCheckedForm } from "#app/use-checked-form.ts";
import { success } from "#contract/messages.ts";
import { resetSchema } from "#contract/schemas/accounts.ts";
import { resetPassword } from "#worker/shop/accounts/reset.ts";
import { signOut } from "#worker/shop/accounts/session.ts";
import type { Route } from "./+types/reset-password.ts";

export const meta: Route.MetaFunction = () => pageMeta("Choose a new password");

/** The token of the mail's link. */
export const loader = ({ url }: Route.LoaderArgs) => ({
	token: url.searchParams.get("token") ?? "",
});

/** Sets the new password and goes on to the login, also from the session of another account. */
export async function action({ request, context }: Route.ActionArgs) {
	const shop = context.get(shopContext);
	return orRefused(async () => {
		const { token, password } = await readForm(request, resetSchema);
		await resetPassword(shop, token, password);
		await signOut(shop);
		shop.visitor.flash({ kind: "success", text: success.passwordChanged });
		return redirect("/login", 303);
	});
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args);

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
	const { onSubmit, field, busy, problem } = useCheckedForm(resetSchema, actionData);
	const { error: badLink, ...token } = field("token");
	return (
		<main id="main" tabIndex={-1}>
			<Page title="Choose a new password" width="form">
				<Form method="post" noValidate onSubmit={onSubmit} className="stack">
					<input type="hidden" {...token} defaultValue={loaderData.token} />
					<PasswordField
						label="New password"
						hint="6 characters or more"
						reveal="Show password"
						autoComplete="new-password"
						{...field("password")}
					/>
					{badLink && (
						<p role="alert" className="field-error">
							{badLink}
						</p>
					)}
					<FormError refused={problem} />
					<Button type="submit" look="primary" busy={busy}>
						Change password
					</Button>
				</Form>
				<p>
					Link too old?{" "}
					<Link className="link" to="/login">
						Ask for a new link at login
					</Link>
				</p>
			</Page>
		</main>
	);
}
