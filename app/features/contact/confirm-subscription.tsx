import { redirect } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { confirmSubscriptionPath } from "#contract/contact.ts";
import { errors } from "#contract/errors.ts";
import { requiredMessages } from "#contract/messages.ts";
import { subscriptionTokenSchema } from "#contract/schemas/contact.ts";
import { confirmSubscription, findSubscription } from "#worker/shop/contact/newsletter.ts";
import type { Route } from "./+types/confirm-subscription.ts";

export const meta: Route.MetaFunction = () => pageMeta("Confirm the newsletter");

/** Loading the page does not confirm the subscription, because mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	return {
		token,
		subscription: token ? await findSubscription(context.get(shopContext), token) : null,
	};
}

export const action = formAction(async (shop, form) => {
	const { token } = readForm(form, subscriptionTokenSchema);
	await confirmSubscription(shop, token);
	return redirect(confirmSubscriptionPath(token), 303);
});

type Subscription = Route.ComponentProps["loaderData"]["subscription"];

function getTitle(subscription: Subscription): string {
	if (!subscription) return "This link does not work";
	return subscription.confirmedAt ? "You are subscribed" : "Confirm the newsletter";
}

export default function ConfirmSubscription({ loaderData }: Route.ComponentProps) {
	const { token, subscription } = loaderData;
	return (
		<Page title={getTitle(subscription)} width="form">
			{!subscription && (
				<>
					<Alert tone="error">
						{token ? errors.subscription_link_expired.message : requiredMessages.token}
					</Alert>
					<AnchorButton href="/newsletter" variant="primary">
						Subscribe again
					</AnchorButton>
				</>
			)}
			{subscription?.confirmedAt && (
				<>
					<Alert tone="success">
						<p>
							<WrappableText text={subscription.email} /> is subscribed to the newsletter.
						</p>
					</Alert>
					<AnchorButton href="/tools" variant="primary">
						Back to the tools
					</AnchorButton>
				</>
			)}
			{subscription && !subscription.confirmedAt && (
				<form method="post" className="stack">
					<p>
						Send new tools and price changes to{" "}
						<strong>
							<WrappableText text={subscription.email} />
						</strong>
						?
					</p>
					<input type="hidden" name="token" value={token} />
					<Button type="submit" variant="primary">
						Confirm
					</Button>
				</form>
			)}
		</Page>
	);
}
