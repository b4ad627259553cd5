import { Form, Link, redirect } from "react-router";
import { orRefused, readForm, typedIn } from "#app/lib/answer.ts";
import { shopContext } from "#app/lib/context.ts";
import { keepForm } from "#app/lib/keep-form.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useCheckedForm } from "#app/lib/use-checked-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { Page } from "#app/ui/page.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { fieldError } from "#contract/errors.ts";
import { failure, success } from "#contract/messages.ts";
import { landingPath } from "#contract/permissions.ts";
import { forgotSchema, loginSchema } from "#contract/schemas/accounts.ts";
import { forgotPassword } from "#worker/shop/accounts/forgot.ts";
import { login } from "#worker/shop/accounts/login.ts";
import { signOut } from "#worker/shop/accounts/session.ts";
import type { Shop } from "#worker/shop/context.ts";
import type { Route } from "./+types/login.ts";
import { ContinueWithGoogle } from "./continue-with-google.tsx";
import { ForgotPassword } from "./forgot-password.tsx";
import { requireSignedOut } from "./signed-out.ts";

export const meta: Route.MetaFunction = () => pageMeta("Login");

export const loader = ({ context, url }: Route.LoaderArgs) => ({
	from: requireSignedOut(context, url),
});

type Submitted = { shop: Shop; form: FormData; url: URL };

async function enter({ shop, form, url }: Submitted) {
	const { role } = await login(shop, await readForm(form, loginSchema));
	return redirect(landingPath(role, url.searchParams.get("from")), 303);
}

async function leave({ shop }: Submitted) {
	await signOut(shop);
	return redirect("/login", 303);
}

/** specification.md §5 "Forgot password": back to this page, where the toast says that the mail is sent. */
async function sendLink({ shop, form, url }: Submitted) {
	if (!typedIn(form).email?.trim()) throw fieldError("email", failure.enterEmail);
	const { email } = await readForm(form, forgotSchema);
	await forgotPassword(shop, email);
	shop.visitor.flash({ kind: "success", text: success.emailSent });
	return redirect(url.pathname + url.search, 303);
}

/** Signs in; with `intent=signout` (the navbar's button) out, with `intent=forgot` sends a link for a new password. */
export async function action({ request, context, url }: Route.ActionArgs) {
	const form = await request.formData();
	const intent = form.get("intent");
	const act = intent === "signout" ? leave : intent === "forgot" ? sendLink : enter;
	return orRefused(() => act({ shop: context.get(shopContext), form, url }), typedIn(form));
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args);

export default function Login({ loaderData: { from }, actionData }: Route.ComponentProps) {
	const { onSubmit, field, busy, problem } = useCheckedForm(loginSchema, actionData);
	return (
		<main id="main" tabIndex={-1}>
			<Page title="Login" width="form">
				<Form method="post" noValidate onSubmit={onSubmit} className="stack">
					<Field
						label="Email"
						type="email"
						autoComplete="username"
						autoCapitalize="none"
						{...field("email")}
					/>
					<PasswordField
						label="Password"
						reveal="See password"
						autoComplete="current-password"
						{...field("password")}
					/>
					<FormError refused={problem} />
					<Button type="submit" look="primary" busy={busy}>
						Login
					</Button>
					<ForgotPassword />
					<ContinueWithGoogle from={from} />
				</Form>
				<p>
					New here?{" "}
					<Link className="link" to={`/signup?${new URLSearchParams({ from })}`}>
						Create an account
					</Link>
				</p>
			</Page>
		</main>
	);
}
