import { redirect } from "react-router";
import { cookiesContext, shopContext } from "#app/lib/context.ts";
import { formAction, readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { errorAt, Field, FormError } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { errors } from "#contract/errors.ts";
import { getLandingPath } from "#contract/permissions.ts";
import { codeSchema } from "#contract/schemas/accounts.ts";
import { getSafeReturnPath, loginCodePath, loginPath } from "#contract/sign-in-paths.ts";
import { completeSignIn, getPendingSignIn } from "#worker/shop/accounts/second-step.ts";
import type { Route } from "./+types/login-code.ts";

export const meta: Route.MetaFunction = () => pageMeta("Enter the code");

export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { searchParams } = url;
	const from = searchParams.get("from");
	const account = await getPendingSignIn(shop, context.get(cookiesContext).get("challenge"));
	if (!account && shop.account) throw redirect(getLandingPath(shop.account.role, from));
	return {
		email: account?.email ?? null,
		from: getSafeReturnPath(from),
		isRecovery: searchParams.has("recovery"),
	};
}

export const action = formAction(async (shop, form, { context, url }) => {
	const cookies = context.get(cookiesContext);
	const { code } = readForm(form, codeSchema);
	const result = await completeSignIn(shop, cookies.get("challenge"), code);
	return redirect(cookies.startSession(result, url.searchParams.get("from")), 303);
});

const CodeField = ({ isRecovery, error }: { isRecovery: boolean; error: string | undefined }) =>
	isRecovery ? (
		<Field
			label="Recovery code"
			name="code"
			hint="Each recovery code works once."
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
			error={error}
			required
		/>
	) : (
		<Field
			label="Code"
			name="code"
			hint="The 6-digit code from your authenticator app."
			autoComplete="one-time-code"
			inputMode="numeric"
			error={error}
			required
		/>
	);

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
	const { email, from, isRecovery } = loaderData;
	if (email === null) {
		return (
			<Page title="Enter the code" width="form">
				<Alert tone="error">{errors.sign_in_expired.message}</Alert>
				<AnchorButton href={loginPath(from)}>Login</AnchorButton>
			</Page>
		);
	}
	const codeError = errorAt(actionData, "code");
	return (
		<Page
			title="Enter the code"
			width="form"
			lead={
				<>
					You are logging in as{" "}
					<strong>
						<WrappableText text={email} />
					</strong>
					.
				</>
			}
		>
			<form method="post" className="stack">
				<CodeField isRecovery={isRecovery} error={codeError} />
				<FormError errors={actionData} />
				<Button type="submit" variant="primary">
					Login
				</Button>
			</form>
			<p>
				<a
					className="link"
					href={isRecovery ? loginCodePath(from) : `${loginCodePath(from)}&recovery=1`}
				>
					{isRecovery ? "Use the authenticator app" : "Use a recovery code"}
				</a>
			</p>
		</Page>
	);
}
