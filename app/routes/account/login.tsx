import { Form, Link, redirect } from "react-router";
import { orRefused, readForm, typedIn } from "#app/answer.ts";
import { ContinueWithGoogle } from "#app/components/continue-with-google.tsx";
import { FormError } from "#app/components/form-error.tsx";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordField } from "#app/components/ui/password-field.tsx";
import { shopContext } from "#app/context.ts";
import { safeReturnPath } from "#app/return-path.ts";
import { useCheckedForm } from "#app/use-checked-form.ts";
import { loginSchema } from "#contract/schemas/accounts.ts";
import { login } from "#worker/shop/accounts/login.ts";
import { signOut } from "#worker/shop/accounts/session.ts";
import type { Route } from "./+types/login.ts";
import { requireSignedOut } from "./signed-out.ts";

export const meta: Route.MetaFunction = () => [{ title: "Login – Torque Tool Depot" }];

export const loader = ({ context, url }: Route.LoaderArgs) => ({
	from: requireSignedOut(context, url),
});

/** Signs in, or with `intent=signout` (the navbar's button) out. */
export async function action({ request, context, url }: Route.ActionArgs) {
	const shop = context.get(shopContext);
	const form = await request.formData();
	if (form.get("intent") === "signout") {
		await signOut(shop);
		throw redirect("/login", 303);
	}
	return orRefused(async () => {
		await login(shop, await readForm(form, loginSchema));
		return redirect(safeReturnPath(url.searchParams.get("from")), 303);
	}, typedIn(form));
}

export default function Login({ loaderData: { from }, actionData }: Route.ComponentProps) {
	const { onSubmit, field, busy } = useCheckedForm(loginSchema, actionData);
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
					<FormError refused={actionData} />
					<Button type="submit" look="primary" busy={busy}>
						Login
					</Button>
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
