import { redirectDocument } from "react-router";
import { cookiesContext, shopContext } from "#app/lib/context.ts";
import { formAction, readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, FormError, PasswordField } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { useValidatedForm } from "#app/ui/validated-form.tsx";
import { success } from "#contract/messages.ts";
import { createDeleteAccountSchema } from "#contract/schemas/delete-account.ts";
import { formerCustomer } from "#contract/shop.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { deleteOwnAccount } from "#worker/shop/accounts/delete-account.ts";
import { hasPassword } from "#worker/shop/accounts/reauthenticate.ts";
import { clearViewed } from "#worker/shop/catalogue/viewed.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import type { Route } from "./+types/delete-account.ts";

export const meta: Route.MetaFunction = () => pageMeta("Delete my account");

async function readAccount(shop: ShopContext) {
	const account = requireAccount(shop);
	return { email: account.email, hasPassword: await hasPassword(shop, account) };
}

export const loader = ({ context }: Route.LoaderArgs) => readAccount(context.get(shopContext));

/** Signs out, and redirects to the home page as a new document, so that none of the account's data stays in the browser's memory. */
export const action = formAction(async (shop, form, { context }) => {
	const cookies = context.get(cookiesContext);
	const { password } = readForm(form, createDeleteAccountSchema(await readAccount(shop)));
	await deleteOwnAccount(shop, password);
	await clearViewed(shop, cookies.header);
	cookies.clearSession();
	cookies.flash({ kind: "success", text: success.accountDeleted });
	return redirectDocument("/", 303);
});

const Consequences = () => (
	<ul className="grid list-disc gap-2 ps-5">
		<li>You'll be logged out everywhere, and no one can log in to this account again.</li>
		<li>
			Unpaid orders are canceled. If your bank is still processing a payment, wait until it's done.
		</li>
		<li>
			We keep paid orders in our records, with your name, address and phone, as the law requires.
			Anything not yet shipped will still be shipped.
		</li>
		<li>Your reviews stay, credited to “{formerCustomer}”.</li>
		<li>
			Your profile (name, email, phone and picture), addresses, basket, lists and quotes are erased.
			This cannot be undone.
		</li>
	</ul>
);

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
	const { formProps, getFieldProps, busy, formErrors } = useValidatedForm(
		"delete-account",
		actionData,
	);
	const { error, defaultValue: _, ...checkboxProps } = getFieldProps("sure");
	return (
		<Page
			title="Delete my account"
			width="text"
			inDashboard
			back={{ to: "/dashbord/myprofile", label: "My profile" }}
		>
			<Consequences />
			<p>
				Want a copy first?{" "}
				<a className="link" href="/dashbord/mydata">
					Download my data
				</a>
				, and print your invoices: you can't open them afterward, only ask us for a copy.
			</p>
			<PostForm noValidate {...formProps} className="stack max-w-md">
				{loaderData.hasPassword ? (
					<PasswordField
						label="Password"
						autoComplete="current-password"
						{...getFieldProps("password")}
					/>
				) : (
					<p>
						Your account has no password, so you can delete it only within 15 minutes of signing in.
					</p>
				)}
				<div className="field">
					<label className="flex items-start gap-2">
						<input
							type="checkbox"
							className="checkbox mt-1"
							value="yes"
							aria-invalid={error ? true : undefined}
							aria-describedby={error ? "sure-error" : undefined}
							{...checkboxProps}
						/>
						Permanently delete {loaderData.email}
					</label>
					<FieldError id="sure" error={error} />
				</div>
				<FormError errors={formErrors} />
				<div className="flex flex-wrap gap-3">
					<Button type="submit" variant="danger" busy={busy}>
						Delete my account
					</Button>
					<RouterLinkButton to="/dashbord/myprofile">Keep my account</RouterLinkButton>
				</div>
			</PostForm>
		</Page>
	);
}
