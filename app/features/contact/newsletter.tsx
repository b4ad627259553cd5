import { redirect } from "react-router";
import { formAction, readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { errorAt, Field, FormError } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { textLength } from "#contract/limits.ts";
import { subscribeSchema } from "#contract/schemas/contact.ts";
import { subscribe } from "#worker/shop/contact/newsletter.ts";
import type { Route } from "./+types/newsletter.ts";

export const meta: Route.MetaFunction = () =>
	pageMeta("Newsletter", "New tools and price changes, by email. Unsubscribe with one click.");

export const loader = ({ url }: Route.LoaderArgs) => ({ isSent: url.searchParams.has("sent") });

/** The response is the same for every address, so that it does not reveal who is subscribed. */
export const action = formAction(async (shop, form) => {
	await subscribe(shop, readForm(form, subscribeSchema).email);
	return redirect("/newsletter?sent", 303);
});

export default function Newsletter({ loaderData, actionData: errors }: Route.ComponentProps) {
	if (loaderData.isSent && !errors)
		return (
			<Page title="Check your email" width="form">
				<Alert tone="success">
					If this address is not subscribed yet, we have sent it a link. Open it and press Confirm
					within 7 days. We send at most one link a day.
				</Alert>
				<AnchorButton href="/tools">Back to the tools</AnchorButton>
			</Page>
		);
	return (
		<Page
			title="Newsletter"
			lead="New tools and price changes, by email. You can unsubscribe at any time, with one click."
			width="form"
		>
			<form method="post" action="/newsletter" className="stack">
				<FormError errors={errors} />
				<Field
					label="Email"
					name="email"
					type="email"
					autoComplete="email"
					maxLength={textLength.email}
					required
					defaultValue={errors?.values.email}
					error={errorAt(errors, "email")}
				/>
				<Button type="submit" variant="primary">
					Subcribe
				</Button>
			</form>
		</Page>
	);
}
