import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { requiredMessages } from "#contract/messages.ts";
import { unsubscribe } from "#worker/shop/contact/newsletter.ts";
import type { Route } from "./+types/unsubscribe.ts";

export const meta: Route.MetaFunction = () => pageMeta("Unsubscribe");

const readToken = (url: URL) => url.searchParams.get("token") ?? "";

/** Loading the page does not unsubscribe, because mail scanners open links too. */
export const loader = ({ url }: Route.LoaderArgs) => ({ hasToken: readToken(url) !== "" });

/** Does not redirect, because email clients post to this URL too, and do not follow redirects (RFC 8058). */
export async function action({ context, url }: Route.ActionArgs) {
	await unsubscribe(context.get(shopContext), readToken(url));
	return { isDone: true };
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
	if (actionData?.isDone)
		return (
			<Page title="You are unsubscribed" width="form">
				<Alert tone="success">This address won't get the newsletter anymore.</Alert>
				<AnchorButton href="/newsletter">Subscribe again</AnchorButton>
			</Page>
		);
	if (!loaderData.hasToken)
		return (
			<Page title="This link does not work" width="form">
				<Alert tone="error">{requiredMessages.token}</Alert>
				<AnchorButton href="/contact">Contact us</AnchorButton>
			</Page>
		);
	return (
		<Page title="Unsubscribe" width="form">
			<form method="post" className="stack">
				<p>Stop the newsletter? Emails about your orders are not affected.</p>
				<Button type="submit" variant="primary">
					Unsubscribe
				</Button>
			</form>
		</Page>
	);
}
