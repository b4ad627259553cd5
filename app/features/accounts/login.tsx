import { type ActionFunctionArgs, redirect } from "react-router";
import { cookiesContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { fieldError } from "#contract/errors.ts";
import { requiredMessages, success } from "#contract/messages.ts";
import { forgotSchema, loginSchema } from "#contract/schemas/accounts.ts";
import { passkeyAssertionFormSchema } from "#contract/schemas/passkeys.ts";
import { signInWithPasskey } from "#worker/shop/accounts/passkey-proof.ts";
import { forgotPassword } from "#worker/shop/accounts/reset.ts";
import { signInWithPassword, signOut } from "#worker/shop/accounts/sign-in.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import type { Route } from "./+types/login.ts";
import { requireSignedOut } from "./guards.ts";
import { LoginForm } from "./login-form.tsx";
import { SignInReason } from "./sign-in-reason.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Login");

export const loader = async ({ context, url }: Route.LoaderArgs) => ({
	...(await requireSignedOut(context, url)),
	isResetSent: url.searchParams.get("reset") === "sent",
});

/** Redirects back to this page, where a toast says that the email was sent (specification.md §5 "Forgot password"). */
async function sendResetLink(
	shop: ShopContext,
	form: FormData,
	{ context, url }: ActionFunctionArgs,
) {
	if (!String(form.get("email") ?? "").trim())
		throw fieldError("email", requiredMessages.emailToReset);
	await forgotPassword(shop, readForm(form, forgotSchema).email);
	url.searchParams.set("reset", "sent");
	return redirectWithMessage(context, url.pathname + url.search, success.emailSent);
}

/** Signs in. With `intent=signout` (the navbar's button), signs out. With `intent=passkey`, signs in with a passkey. With `intent=forgot`, sends a password reset link. */
export const action = formAction(async (shop, form, args) => {
	const cookies = args.context.get(cookiesContext);
	const intent = form.get("intent");
	if (intent === "forgot") return sendResetLink(shop, form, args);
	if (intent === "signout") {
		await signOut(shop);
		cookies.clearSession();
		return redirect("/login", 303);
	}
	const result =
		intent === "passkey"
			? await signInWithPasskey(shop, readForm(form, passkeyAssertionFormSchema).passkey)
			: await signInWithPassword(shop, readForm(form, loginSchema));
	return redirect(cookies.startSession(result, args.url.searchParams.get("from")), 303);
});

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
	const { from, tool, isResetSent } = loaderData;
	const lead = (
		<>
			New here?{" "}
			<a className="link" href={`/signup?${new URLSearchParams({ from })}`}>
				Create an account
			</a>
		</>
	);
	return (
		<Page title="Login" lead={lead} width="form">
			<SignInReason from={from} tool={tool} action="Log in" />
			{isResetSent && <Alert tone="success">{success.resetLinkSent}</Alert>}
			{from.startsWith("/verify-email") && <Alert>Log in to verify your email.</Alert>}
			<LoginForm from={from} errors={actionData} />
		</Page>
	);
}
