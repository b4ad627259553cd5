import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { formAction } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, Badge } from "#app/ui/feedback.tsx";
import { FormError } from "#app/ui/field.tsx";
import { LocalDay, LocalTime } from "#app/ui/local-time.tsx";
import { Page } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { type EmailKind, emailLabels } from "#contract/email-labels.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import { emailFailures } from "#contract/order-emails.ts";
import { orderNumber, orderPath, quotePath } from "#contract/shop.ts";
import { getStatus } from "#worker/shop/status/read.ts";
import { checkServices, type Health } from "#worker/shop/status/services.ts";
import type { Route } from "./+types/status.ts";
import { Figures } from "./figures.tsx";
import { Panel } from "./panel.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Status");

export async function loader({ context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const [status, services] = await Promise.all([getStatus(shop, new Date()), checkServices(shop)]);
	return { ...status, services };
}

/** Returns the results without a redirect, because they are cached per isolate and the next request may reach another one. */
export const action = formAction((shop) => checkServices(shop, { refresh: true }));

type Data = Route.ComponentProps["loaderData"];

function Queue({ waiting, lastEventAt }: Data) {
	const { emails, retrying, oldestAt, failed, paymentProblems, unpaidOrders } = waiting;
	const paymentsLink = (
		<Link to="/dashbord/manageAllorders#open-payments" className="link">
			Payments that need attention
		</Link>
	);
	const createQueueItem = (key: string, name: ReactNode, note: ReactNode, count: number) => ({
		key,
		name,
		note,
		value: <strong className="num">{formatInteger(count)}</strong>,
	});
	return (
		<Panel
			title="Queue"
			aside={
				lastEventAt ? (
					<>
						Last Stripe event <LocalTime at={lastEventAt} />
					</>
				) : (
					"No Stripe events yet"
				)
			}
			items={[
				createQueueItem(
					"emails",
					"Emails to send",
					oldestAt ? (
						<>
							Oldest from <LocalTime at={oldestAt} />
						</>
					) : (
						"All emails sent"
					),
					emails,
				),
				createQueueItem("retrying", "Being retried", "Retried with increasing delays", retrying),
				createQueueItem("failed", "Failed permanently", "Not retried", failed),
				createQueueItem(
					"unpaid",
					"Unpaid orders to cancel",
					"Their reservation has ended",
					unpaidOrders,
				),
				createQueueItem(
					"payments",
					paymentsLink,
					"Listed below the orders under Manage All Orders",
					paymentProblems,
				),
			]}
		/>
	);
}

/** Returns a link to the page that an email is about. */
function getEmailLink(kind: EmailKind, subjectId: string): [to: string, text: string] {
	const label = emailLabels[kind];
	if (kind === "welcome") return ["/dashbord/subscribers", label];
	if (kind === "message" || kind === "copy") return [`/dashbord/messages/${subjectId}`, label];
	const number = orderNumber(subjectId);
	if (kind === "quote" || kind === "quote_ready")
		return [quotePath(subjectId), `${label} ${number}`];
	return [orderPath(subjectId), `${label} for order ${number}`];
}

function FailedEmailName({ kind, subjectId }: Data["failedEmails"][number]) {
	if (subjectId === null) return emailLabels[kind];
	const [to, text] = getEmailLink(kind, subjectId);
	return (
		<Link to={to} className="link">
			{text}
		</Link>
	);
}

const FailedEmails = ({ failedEmails }: Data) => (
	<Panel
		title="Emails that could not be delivered"
		aside="Newest first"
		items={failedEmails.map((email) => ({
			key: `${email.kind} ${email.id}`,
			name: <FailedEmailName {...email} />,
			note: `Because ${emailFailures[email.failure ?? "given_up"]}`,
			value: (
				<span className="num text-sm text-muted">
					<LocalDay at={email.createdAt} />
				</span>
			),
		}))}
	/>
);

const healthBadges = {
	works: { tone: "success", label: "OK" },
	ready: { tone: "plain", label: "Configured" },
	missing: { tone: "accent", label: "Not set up" },
	down: { tone: "error", label: "Down" },
} as const satisfies Record<Health, object>;

const ServiceList = ({ checkedAt, services }: Data["services"]) => (
	<Panel
		title="Services"
		aside={
			<>
				Checked <LocalTime at={checkedAt} />
			</>
		}
		items={services.map(({ name, health, detail }) => ({
			key: name,
			name,
			note: detail,
			value: <Badge tone={healthBadges[health].tone}>{healthBadges[health].label}</Badge>,
		}))}
	/>
);

function describeRun({ found, fixed, failedTasks, ms }: Data["runs"][number]): string {
	const work =
		found === 0 ? "Nothing to do" : `${formatCount(found, "item")} checked, ${fixed} completed`;
	const time = `in ${formatInteger(ms)} ms`;
	return failedTasks ? `${work}, ${time}. Errors: ${failedTasks}` : `${work}, ${time}`;
}

const BackgroundRuns = ({ runs }: Data) => (
	<Panel
		title="Recent background runs"
		aside="Every 5 minutes"
		emptyText="The background job has not run yet. It settles payments, sends queued emails and deletes unused uploads."
		ordered
		items={runs.map((run) => ({
			key: run.startedAt.getTime(),
			name: <LocalTime at={run.startedAt} />,
			note: describeRun(run),
			value:
				run.failed > 0 ? (
					<Badge tone="error">{formatInteger(run.failed)} failed</Badge>
				) : (
					<span className="text-sm text-muted">Done</span>
				),
		}))}
	/>
);

export default function Status({ loaderData, actionData }: Route.ComponentProps) {
	const { today, isSweepLate } = loaderData;
	const { formMethod } = useNavigation();
	const errors = actionData && "message" in actionData ? actionData : undefined;
	const serviceCheck = actionData && "services" in actionData ? actionData : loaderData.services;
	const failing = serviceCheck.services.filter(({ health }) => health === "down");
	return (
		<Page
			title="Status"
			lead="Today's activity, queued work and service health."
			actions={
				<PostForm preventScrollReset>
					<Button type="submit" busy={formMethod === "POST"}>
						Check again
					</Button>
				</PostForm>
			}
			inDashboard
		>
			<FormError errors={errors} />
			{failing.length > 0 && (
				<Alert tone="error">
					No successful response from: {failing.map(({ name }) => name).join(", ")}
				</Alert>
			)}
			{isSweepLate && (
				<Alert tone="error">
					The background job hasn't run for 15 minutes. Check the Worker's cron triggers.
				</Alert>
			)}
			{/* "Today" begins at midnight UTC. */}
			<Figures
				className="grid-cols-2 xl:grid-cols-4"
				figures={[
					["Orders placed today", formatInteger(today.placed), "Including canceled"],
					["Orders paid today", formatInteger(today.paid), formatCents(today.revenueCents)],
					["Refunds today", formatInteger(today.refunds), "Excluding those made in Stripe"],
					["Order emails sent today", formatInteger(today.emailsSent), "Excluding refund notices"],
				]}
			/>
			<div className="grid items-start gap-4 lg:grid-cols-2">
				<div className="grid gap-4">
					<ServiceList {...serviceCheck} />
					<Queue {...loaderData} />
					{loaderData.failedEmails.length > 0 && <FailedEmails {...loaderData} />}
				</div>
				<BackgroundRuns {...loaderData} />
			</div>
		</Page>
	);
}
