import { Suspense } from "react";
import { shopContext } from "#app/lib/context.ts";
import { pictureFormAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useCan } from "#app/root-data.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert, Badge } from "#app/ui/feedback.tsx";
import { Field, ReadOnlyField } from "#app/ui/field.tsx";
import { LocalDay, LocalTime } from "#app/ui/local-time.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { PictureForm, usePictureForm } from "#app/ui/picture-form.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { unpaidOrdersMax } from "#contract/limits.ts";
import { success } from "#contract/messages.ts";
import { formatCount } from "#contract/numbers.ts";
import { profileSchema } from "#contract/schemas/accounts.ts";
import { addressesPath, stockAlertsPath } from "#contract/shop.ts";
import { listPasskeys } from "#worker/shop/accounts/passkeys.ts";
import { getProfile, updateProfile } from "#worker/shop/accounts/profile.ts";
import { getSecondFactor } from "#worker/shop/accounts/second-factor.ts";
import { endOtherSessions, endSession, listSessions } from "#worker/shop/accounts/sessions.ts";
import type { Route } from "./+types/myprofile.ts";

export const meta: Route.MetaFunction = () => pageMeta("My profile");

const getCountryName = (country: string | null) =>
	country && (new Intl.DisplayNames("en-US", { type: "region" }).of(country) ?? null);

export async function loader({ context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const [profile, sessions, { enabledAt, canSetUp }, passkeys] = await Promise.all([
		getProfile(shop),
		listSessions(shop),
		getSecondFactor(shop),
		listPasskeys(shop),
	]);
	return {
		...profile,
		passkeyCount: passkeys.length,
		secondFactor: enabledAt || canSetUp ? { isOn: enabledAt !== null } : null,
		sessions: sessions
			.map(({ country, ...session }) => ({ ...session, place: getCountryName(country) }))
			.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
	};
}

/** Ends sessions if the form has an `intent`. Otherwise updates the profile. */
export const action = pictureFormAction(async (shop, form, { context }) => {
	const intent = form.get("intent");
	if (intent === "end-others") {
		await endOtherSessions(shop);
		return redirectWithMessage(context, "/dashbord/myprofile", success.otherSessionsEnded);
	}
	if (intent === "end-session") {
		await endSession(shop, String(form.get("session")));
		return redirectWithMessage(context, "/dashbord/myprofile", success.sessionEnded);
	}
	await updateProfile(shop, readForm(form, profileSchema));
	return redirectWithMessage(context, "/dashbord/myprofile", success.userUpdated);
});

const UnverifiedNotice = ({ email, canOrder }: { email: string; canOrder: boolean }) => (
	<Alert>
		<form method="post" action="/verify-email" className="grid justify-items-start gap-3">
			<p>
				<strong>Verify your email.</strong> Open the link that we sent to{" "}
				<WrappableText text={email} />.
				{canOrder &&
					` Until then, you can have ${unpaidOrdersMax.unverified} unpaid orders at a time.`}
			</p>
			<Button type="submit" name="intent" value="resend">
				Resend the email
			</Button>
		</form>
	</Alert>
);

type Session = Route.ComponentProps["loaderData"]["sessions"][number];

function SessionItem({ id, device, place, createdAt, lastUsedAt, isCurrent }: Session) {
	const name = [device ?? "Unknown device", place].filter(Boolean).join(", ");
	const signInTime = (
		<>
			signed in <LocalTime at={createdAt} />
		</>
	);
	return (
		<li className="flex items-start justify-between gap-4 border-t border-base-300 py-3">
			<div className="grid gap-0.5">
				<p className="font-semibold">{name}</p>
				<p className="text-sm text-muted first-letter:uppercase">{signInTime}</p>
				{!isCurrent && (
					<p className="text-sm text-muted">
						Last used <LocalDay at={lastUsedAt} />
					</p>
				)}
			</div>
			{isCurrent ? (
				<Badge>This device</Badge>
			) : (
				<PostForm preventScrollReset className="flex-none">
					<input type="hidden" name="session" value={id} />
					<Button type="submit" size="sm" name="intent" value="end-session">
						Sign out
						<span className="sr-only">
							{" "}
							{name}, {signInTime}
						</span>
					</Button>
				</PostForm>
			)}
		</li>
	);
}

const sectionClass = "grid content-start gap-4 lg:col-start-2";

const Sessions = ({ sessions }: { sessions: Session[] }) => (
	<Section id="sessions" title="Where you are signed in" className={sectionClass}>
		<ul className="border-b border-base-300">
			{sessions.map((session) => (
				<SessionItem key={session.id} {...session} />
			))}
		</ul>
		{sessions.length > 1 && (
			<PostForm preventScrollReset>
				<Button type="submit" name="intent" value="end-others">
					Sign out everywhere else
				</Button>
			</PostForm>
		)}
	</Section>
);

type LinkedSectionProps = { id: string; title: string; text: string; to: string; label: string };

/** A section that links to a separate page. */
const LinkedSection = ({ id, title, text, to, label }: LinkedSectionProps) => (
	<Section id={id} title={title} className={sectionClass}>
		<div className="flex flex-wrap items-start justify-between gap-4">
			<p className="grow basis-60">{text}</p>
			<RouterLinkButton to={to}>{label}</RouterLinkButton>
		</div>
	</Section>
);

/** Admins cannot delete their own accounts; another admin must (architecture.md "Deleting"). */
const YourData = ({ canDelete }: { canDelete: boolean }) => (
	<Section id="your-data" title="Your data" className={sectionClass}>
		<p>
			Download everything we store about you in one file: profile, addresses, orders with their
			payments and emails, quotes, basket, saved lists, stock alerts, tools that you viewed,
			reviews, messages, newsletter, uploads, sign-ins and passkeys.
		</p>
		<div className="flex flex-wrap gap-3">
			<AnchorButton href="/dashbord/mydata">Download my data</AnchorButton>
			{canDelete && (
				<RouterLinkButton to="/dashbord/deleteaccount">Delete my account</RouterLinkButton>
			)}
		</div>
	</Section>
);

type ProfileFormProps = Pick<Route.ComponentProps, "loaderData"> & {
	actionData: Route.ComponentProps["actionData"];
};

/** A separate component, because react-hook-form rerenders the component that calls it right after hydration. */
function ProfileForm({ loaderData: { name, email, img, phone }, actionData }: ProfileFormProps) {
	const form = usePictureForm("profile", actionData, img);
	return (
		<PictureForm form={form} submit="Update Your Profile">
			<ReadOnlyField label="Name" value={name} />
			<ReadOnlyField label="Email" value={email} />
			<Field
				label="Contact number"
				type="tel"
				autoComplete="tel"
				{...form.getFieldProps("phone", phone)}
			/>
		</PictureForm>
	);
}

/** `<Suspense>` lets React hydrate the sections one by one, so that the first tap hydrates only its own section, not the entire page. */
export default function MyProfile({ loaderData, actionData }: Route.ComponentProps) {
	const { email, isVerified, sessions, secondFactor, passkeyCount } = loaderData;
	const can = useCan();
	return (
		<Page title="My profile" inDashboard>
			<div className="grid gap-x-16 gap-y-8 *:max-w-md lg:grid-cols-[28rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_auto_auto_auto_1fr]">
				{!isVerified && (
					<div className="lg:col-start-2">
						<UnverifiedNotice email={email} canOrder={can("orders:place")} />
					</div>
				)}
				<div className="lg:col-start-1 lg:row-span-6 lg:row-start-1">
					<Suspense>
						<ProfileForm loaderData={loaderData} actionData={actionData} />
					</Suspense>
				</div>
				<Suspense>
					<LinkedSection
						id="passkeys"
						title="Passkeys"
						text={
							passkeyCount > 0
								? `You can log in with ${formatCount(passkeyCount, "passkey")}, without your password.`
								: "Log in with your fingerprint, face or screen lock instead of a password."
						}
						to="/dashbord/passkeys"
						label={passkeyCount > 0 ? "Manage passkeys" : "Add a passkey"}
					/>
					{secondFactor && (
						<LinkedSection
							id="second-factor"
							title="Two-factor authentication"
							text={
								secondFactor.isOn
									? "On. Logging in also requires a code from your authenticator app."
									: "Off. Your password or Google account is enough to open the shop's dashboard."
							}
							to="/dashbord/twofactor"
							label={secondFactor.isOn ? "Change" : "Set up"}
						/>
					)}
					{can("orders:place") && (
						<>
							<LinkedSection
								id="addresses"
								title="Saved addresses"
								text="Save your shipping addresses so you don't have to type them again."
								to={addressesPath}
								label="Manage addresses"
							/>
							<LinkedSection
								id="back-in-stock"
								title="Back in stock"
								text="We'll email you once when a tool you asked about is back in stock."
								to={stockAlertsPath}
								label="Manage alerts"
							/>
						</>
					)}
					<Sessions sessions={sessions} />
					<YourData canDelete={can("account:delete")} />
				</Suspense>
			</div>
		</Page>
	);
}
