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
import { landingPath } from "#contract/permissions.ts";
import { loginPath } from "#contract/return-path.ts";
import { signupSchema } from "#contract/schemas/accounts.ts";
import { signup } from "#worker/shop/accounts/signup.ts";
import type { Route } from "./+types/signup.ts";
import { ContinueWithGoogle } from "./continue-with-google.tsx";
import { requireSignedOut } from "./signed-out.ts";

export const meta: Route.MetaFunction = () => pageMeta("Sign up");

export const loader = ({ context, url }: Route.LoaderArgs) => ({
	from: requireSignedOut(context, url),
});

/** Makes the account and goes on to where the visitor came from, or home. */
export async function action({ request, context, url }: Route.ActionArgs) {
	const form = await request.formData();
	return orRefused(async () => {
		await signup(context.get(shopContext), await readForm(form, signupSchema));
		return redirect(landingPath("shopper", url.searchParams.get("from")), 303);
	}, typedIn(form));
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args);

export default function Signup({ loaderData: { from }, actionData }: Route.ComponentProps) {
	const { onSubmit, field, busy, problem } = useCheckedForm(signupSchema, actionData);
	return (
		<main id="main" tabIndex={-1}>
			<Page title="Sign up" lead="One account for your orders and reviews." width="form">
				<Form method="post" noValidate onSubmit={onSubmit} className="stack">
					<Field label="Name" autoComplete="name" {...field("name")} />
					<Field
						label="Email"
						type="email"
						autoComplete="email"
						autoCapitalize="none"
						{...field("email")}
					/>
					<PasswordField
						label="Password"
						hint="6 characters or more"
						reveal="Show password"
						autoComplete="new-password"
						{...field("password")}
					/>
					<FormError refused={problem} />
					<Button type="submit" look="primary" busy={busy}>
						Sign up
					</Button>
					<ContinueWithGoogle from={from} />
				</Form>
				<p>
					Already have an account?{" "}
					<Link className="link" to={loginPath(from)}>
						Login
					</Link>
				</p>
			</Page>
		</main>
	);
}
