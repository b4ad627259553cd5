import { Form, useNavigation } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { getStatus } from "#worker/shop/status/read.ts";
import { checkServices } from "#worker/shop/status/services.ts";
import type { Route } from "./+types/status.ts";
import { ServicesPanel, SweepRuns, TodayFigures, WaitingPanel } from "./status-panels.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Status");

export async function loader({ context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const [status, services] = await Promise.all([getStatus(shop, new Date()), checkServices(shop)]);
	return { ...status, services };
}

/** No redirect: another isolate would not know what this one has found. */
export const action = ({ context }: Route.ActionArgs) =>
	checkServices(context.get(shopContext), true);

function CheckAgain() {
	const { formMethod } = useNavigation();
	return (
		<Form method="post" preventScrollReset>
			<Button type="submit" busy={formMethod === "POST"}>
				Check again
			</Button>
		</Form>
	);
}

export default function Status({ loaderData, actionData }: Route.ComponentProps) {
	const { today, waiting, lastEventAt, runs, sweepIsLate } = loaderData;
	const found = actionData ?? loaderData.services;
	const away = found.services.filter(({ health }) => health === "away");
	return (
		<Page
			title="Status"
			lead="Today's activity, queued work and service health."
			actions={<CheckAgain />}
			nested
		>
			{away.length > 0 && (
				<Alert tone="error">No answer from: {away.map(({ name }) => name).join(", ")}</Alert>
			)}
			{sweepIsLate && (
				<Alert tone="error">
					The background job hasn't run for 15 minutes. Look at the Worker's cron triggers.
				</Alert>
			)}
			<TodayFigures today={today} />
			<div className="grid gap-4 lg:grid-cols-2">
				<div className="grid content-start gap-4">
					<ServicesPanel {...found} />
					<WaitingPanel waiting={waiting} lastEventAt={lastEventAt} />
				</div>
				<SweepRuns runs={runs} />
			</div>
		</Page>
	);
}
