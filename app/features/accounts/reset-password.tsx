import type { ComponentProps } from "react";
import { Link } from "react-router";
import { cookiesContext, shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Page } from "#app/ui/page.tsx";
import { useValidatedForm, ValidatedForm } from "#app/ui/validated-form.tsx";
import { fieldError } from "#contract/errors.ts";
import { required, success } from "#contract/messages.ts";
import { resetFormSchema } from "#contract/schemas/accounts.ts";
import { resetPassword, shouldAskWhoCreatedIt } from "#worker/shop/accounts/reset.ts";
import { signOut } from "#worker/shop/accounts/session.ts";
import type { Route } from "./+types/reset-password.ts";
import { NewPasswordField } from "./sign-in.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Choose a new password");

export async function loader({ context, url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	return {
		token,
		shouldAskWhoCreatedIt: await shouldAskWhoCreatedIt(context.get(shopContext), token),
	};
}

/** Signs out as well: the browser may hold the session of another account. */
export const action = formAction(async (shop, form, { context }) => {
	const { token, password, keep } = readForm(form, resetFormSchema);
	if (!keep && (await shouldAskWhoCreatedIt(shop, token))) throw fieldError("keep", required.keep);
	await resetPassword(shop, token, password, { keep: keep === "yes" });
	await signOut(shop);
	context.get(cookiesContext).clearSession();
	return redirectWithMessage(context, "/login", success.passwordChanged);
});

type Keep = ComponentProps<"input"> & { error: string | undefined };

/** Asked of an account whose email was never verified. */
function WhoMadeIt({ error, defaultValue, ...field }: Keep) {
	return (
		<fieldset className="field" aria-describedby={error ? "keep-error" : undefined}>
			<legend className="mb-2 font-semibold">Did you make this account?</legend>
			<p className="mb-2">
				Its email was never verified, so somebody else may have made it with your address.
			</p>
			{[
				["yes", "Yes: keep its name, phone, picture and orders"],
				["no", "No: start with an empty account; its unpaid orders are cancelled"],
			].map(([value, label]) => (
				<label key={value} className="flex items-start gap-2 py-1">
					<input
						type="radio"
						className="checkbox mt-1 shrink-0"
						value={value}
						defaultChecked={defaultValue === value}
						aria-invalid={error ? true : undefined}
						{...field}
					/>
					{label}
				</label>
			))}
			{error && (
				<p id="keep-error" className="field-error">
					{error}
				</p>
			)}
		</fieldset>
	);
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
	const form = useValidatedForm(resetFormSchema, actionData);
	const { error: badLink, ...token } = form.field("token");
	return (
		<Page title="Choose a new password" width="form">
			<ValidatedForm form={form} submit="Change password">
				<input type="hidden" {...token} defaultValue={loaderData.token} />
				<NewPasswordField label="New password" {...form.field("password")} />
				{loaderData.shouldAskWhoCreatedIt && <WhoMadeIt {...form.field("keep")} />}
				{badLink && (
					<p role="alert" className="field-error">
						{badLink}
					</p>
				)}
			</ValidatedForm>
			<p>
				Link expired?{" "}
				<Link className="link" to="/login">
					Request a new one
				</Link>
			</p>
		</Page>
	);
}
