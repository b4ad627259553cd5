import { ValidatedForm } from "#app/client/validated-form.tsx";
import { cookiesContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Field } from "#app/ui/field.tsx";
import { createGetFieldProps } from "#app/ui/form-fields.ts";
import { Page } from "#app/ui/page.tsx";
import { success } from "#contract/messages.ts";
import { signupSchema } from "#contract/schemas/accounts.ts";
import { loginPath } from "#contract/sign-in-paths.ts";
import { getStockAlertTool } from "#contract/stock-alert-path.ts";
import { signUp } from "#worker/shop/accounts/sign-in.ts";
import type { Route } from "./+types/signup.ts";
import { requireSignedOut } from "./guards.ts";
import { ContinueWithGoogle, NewPasswordField } from "./sign-in-controls.tsx";
import { SignInReason } from "./sign-in-reason.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Sign up");

export const loader = ({ context, url }: Route.LoaderArgs) => requireSignedOut(context, url);

export const action = formAction(async (shop, form, { context, url }) => {
	const from = url.searchParams.get("from");
	const result = await signUp(shop, readForm(form, signupSchema), getStockAlertTool(from));
	const path = context.get(cookiesContext).startSession(result, from);
	return redirectWithMessage(context, path, success.verificationSent);
});

export default function Signup({ loaderData: { from, tool }, actionData }: Route.ComponentProps) {
	const getFieldProps = createGetFieldProps<"signup">(actionData);
	const lead = (
		<>
			Already have an account?{" "}
			<a className="link" href={loginPath(from)}>
				Login
			</a>
		</>
	);
	return (
		<Page title="Sign up" lead={lead} width="form">
			<SignInReason from={from} tool={tool} action="Sign up" />
			<ValidatedForm
				schema="signup"
				errors={actionData}
				submit="Sign up"
				after={<ContinueWithGoogle from={from} />}
			>
				<Field label="Name" autoComplete="name" {...getFieldProps("name")} />
				<Field label="Email" type="email" autoComplete="email" {...getFieldProps("email")} />
				<NewPasswordField label="Password" {...getFieldProps("password")} />
			</ValidatedForm>
		</Page>
	);
}
