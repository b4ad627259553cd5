import { shopContext } from "#app/lib/context.ts";
import { pictureFormAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Field } from "#app/ui/field.tsx";
import { PictureForm, usePictureForm } from "#app/ui/image-upload.tsx";
import { WrappableText } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { unpaidOrdersMax } from "#contract/limits.ts";
import { success } from "#contract/messages.ts";
import { can, type Role } from "#contract/roles.ts";
import { profileSchema } from "#contract/schemas/accounts.ts";
import { getProfile, updateProfile } from "#worker/shop/accounts/profile.ts";
import type { Route } from "./+types/myprofile.ts";

export const meta: Route.MetaFunction = () => pageMeta("My profile");

export const loader = ({ context }: Route.LoaderArgs) => getProfile(context.get(shopContext));

export const action = pictureFormAction(async (shop, form, { context }) => {
	await updateProfile(shop, readForm(form, profileSchema));
	return redirectWithMessage(context, "/dashbord/myprofile", success.userUpdated);
});

const UnverifiedNotice = ({ email, role }: { email: string; role: Role }) => (
	<Alert>
		<form method="post" action="/verify-email" className="grid justify-items-start gap-3">
			<p>
				<strong>Verify your email.</strong> Open the link that we sent to{" "}
				<WrappableText text={email} />.
				{can({ role }, "orders:place") &&
					` Until then, you can have ${unpaidOrdersMax.unverified} unpaid orders at a time.`}
			</p>
			<Button type="submit" name="intent" value="resend">
				Resend the email
			</Button>
		</form>
	</Alert>
);

/** Admins cannot delete their own accounts: another admin must do it (architecture.md "Deleting"). */
const YourData = ({ role }: { role: Role }) => (
	<section className="grid content-start gap-4 lg:col-start-2" aria-labelledby="your-data">
		<h2 id="your-data" className="text-xl">
			Your data
		</h2>
		<p>
			Download everything we store about you in one file: profile, orders, reviews, uploads and
			sign-ins.
		</p>
		<div className="flex flex-wrap gap-3">
			<AnchorButton href="/dashbord/mydata">Download my data</AnchorButton>
			{can({ role }, "account:delete") && (
				<RouterLinkButton to="/dashbord/deleteaccount">Delete my account</RouterLinkButton>
			)}
		</div>
	</section>
);

export default function MyProfile({ loaderData, actionData }: Route.ComponentProps) {
	const { name, email, role, img, phone, isVerified } = loaderData;
	const form = usePictureForm(profileSchema, actionData, img);
	return (
		<Page title="My profile" inDashboard>
			<div className="grid gap-x-16 gap-y-8 *:max-w-md lg:grid-cols-[28rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
				{!isVerified && (
					<div className="lg:col-start-2">
						<UnverifiedNotice email={email} role={role} />
					</div>
				)}
				<div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
					<PictureForm form={form} submit="Update Your Profile">
						<Field label="Name" value={name} readOnly />
						<Field label="Email" name="email" value={email} readOnly />
						<Field
							label="Contact number"
							type="tel"
							autoComplete="tel"
							{...form.field("phone", phone)}
						/>
					</PictureForm>
				</div>
				<YourData role={role} />
			</div>
		</Page>
	);
}
