import { Link, redirect } from "react-router";
import { cookiesContext } from "#app/lib/context.ts";
import { formAction, readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Field } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { useValidatedForm, ValidatedForm } from "#app/ui/validated-form.tsx";
import { landingPath } from "#contract/permissions.ts";
import { loginPath } from "#contract/return-path.ts";
import { defaultRole } from "#contract/roles.ts";
import { signupSchema } from "#contract/schemas/accounts.ts";
import { signup } from "#worker/shop/accounts/session.ts";
import type { Route } from "./+types/signup.ts";
import { requireSignedOut } from "./guards.ts";
import { ContinueWithGoogle, NewPasswordField } from "./sign-in.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Sign up");

export const loader = ({ context, url }: Route.LoaderArgs) => ({
	from: requireSignedOut(context, url),
});

export const action = formAction(async (shop, form, { context, url }) => {
	context.get(cookiesContext).setSession(await signup(shop, readForm(form, signupSchema)));
	return redirect(landingPath(defaultRole, url.searchParams.get("from")), 303);
});

export default function Signup({ loaderData: { from }, actionData }: Route.ComponentProps) {
	const form = useValidatedForm(signupSchema, actionData);
	return (
		<Page title="Sign up" lead="One account for your orders and reviews." width="form">
			<ValidatedForm form={form} submit="Sign up" after={<ContinueWithGoogle from={from} />}>
				<Field label="Name" autoComplete="name" {...form.field("name")} />
				<Field
					label="Email"
					type="email"
					autoComplete="email"
					autoCapitalize="none"
					{...form.field("email")}
				/>
				<NewPasswordField label="Password" {...form.field("password")} />
			</ValidatedForm>
			<p>
				Already have an account?{" "}
				<Link className="link" to={loginPath(from)}>
					Login
				</Link>
			</p>
		</Page>
	);
}
