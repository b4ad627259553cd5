import { Link } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { formAction, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { FormError } from "#app/ui/field.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { Page } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { messageSubjects } from "#contract/contact.ts";
import { confirmation, success } from "#contract/messages.ts";
import { shopName } from "#contract/shop.ts";
import { deleteMessage, markMessage, requireMessage } from "#worker/shop/contact/messages.ts";
import type { Route } from "./+types/message.ts";

export const meta: Route.MetaFunction = () => pageMeta("Message");

export const loader = ({ context, params }: Route.LoaderArgs) =>
	requireMessage(context.get(shopContext), params.messageId);

export const action = formAction(async (shop, form, { context, params }: Route.ActionArgs) => {
	if (form.get("task") === "delete") {
		await deleteMessage(shop, params.messageId);
		return redirectWithMessage(context, "/dashbord/messages", success.messageDeleted);
	}
	const isAnswered = form.get("task") === "answered";
	await markMessage(shop, params.messageId, isAnswered);
	const text = isAnswered ? success.messageAnswered : success.messageReopened;
	return redirectWithMessage(context, `/dashbord/messages/${params.messageId}`, text);
});

export default function MessagePage({ loaderData, actionData: errors }: Route.ComponentProps) {
	const { name, email, subject, orderNumber, text, createdAt, answeredAt } = loaderData;
	const replySubject = `Re: Your message to ${shopName}`;
	const replyUrl = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(replySubject)}`;
	return (
		<Page
			title={`Message from ${name}`}
			width="text"
			back={{ to: "/dashbord/messages", label: "Messages" }}
			inDashboard
		>
			<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
				<dt className="text-muted">Email</dt>
				<dd>
					<WrappableText text={email} />
				</dd>
				<dt className="text-muted">About</dt>
				<dd>{messageSubjects[subject]}</dd>
				{orderNumber && (
					<>
						<dt className="text-muted">Order</dt>
						<dd className="wrap-anywhere">
							<Link
								to={`/dashbord/manageAllorders?${new URLSearchParams({ search: orderNumber })}`}
								className="link"
							>
								{orderNumber}
							</Link>
						</dd>
					</>
				)}
				<dt className="text-muted">Received</dt>
				<dd>
					<LocalTime at={createdAt} />
				</dd>
				<dt className="text-muted">Status</dt>
				<dd className="flex flex-wrap items-center gap-x-2">
					{answeredAt ? (
						<>
							<Badge>answered</Badge>
							<LocalTime at={answeredAt} />
						</>
					) : (
						<Badge tone="accent">new</Badge>
					)}
				</dd>
			</dl>
			<p className="whitespace-pre-line border-y border-base-300 py-4 wrap-anywhere">{text}</p>
			<FormError errors={errors} />
			<div className="flex flex-wrap gap-3">
				<AnchorButton href={replyUrl} variant="primary">
					Reply by email
				</AnchorButton>
				<PostForm preventScrollReset>
					<Button type="submit" name="task" value={answeredAt ? "new" : "answered"}>
						{answeredAt ? "Mark as new" : "Mark as answered"}
					</Button>
				</PostForm>
				<ConfirmButton
					label="Delete"
					size="md"
					question={confirmation.deleteMessage}
					fields={{ task: "delete" }}
				/>
			</div>
		</Page>
	);
}
