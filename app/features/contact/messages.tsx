import { Link } from "react-router";
import * as v from "valibot";
import { readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import type { BulkButton } from "#app/ui/table/bulk-bar.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableAction } from "#app/ui/table/table-action.ts";
import { tableLoader } from "#app/ui/table/table-query.ts";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { messageSubjects } from "#contract/contact.ts";
import { errors } from "#contract/errors.ts";
import { textLength } from "#contract/limits.ts";
import { confirmation, success } from "#contract/messages.ts";
import { text } from "#contract/schemas/fields.ts";
import { getMessagesPage, type Message, markMessage } from "#worker/shop/contact/messages.ts";
import type { Route } from "./+types/messages.ts";

export const meta: Route.MetaFunction = () => pageMeta("Messages");

const filters = {
	state: { label: "Status", choices: { new: "New", answered: "Answered" }, noFilterLabel: "All" },
} as const;

export const loader = tableLoader(filters, getMessagesPage);

const bulkActions: BulkButton[] = [
	{ action: "deleteMessage", label: "Delete selected", question: confirmation.deleteMessages },
];

const markSchema = v.object({
	message: text(errors.validation_failed.message, textLength.id),
	task: v.picklist(["answered", "new"], errors.validation_failed.message),
});

export const action = tableAction(async (shop, form) => {
	const { message, task } = readForm(form, markSchema);
	await markMessage(shop, message, task === "answered");
	return task === "answered" ? success.messageAnswered : success.messageReopened;
}, bulkActions);

const MarkButton = ({ id, name, answeredAt }: Message) => (
	<PostForm preventScrollReset>
		<input type="hidden" name="message" value={id} />
		<Button type="submit" size="sm" name="task" value={answeredAt ? "new" : "answered"}>
			{answeredAt ? "Mark as new" : "Mark as answered"}
			<span className="sr-only">: message from {name}</span>
		</Button>
	</PostForm>
);

const table: Table<Message> = {
	title: "Messages",
	caption: "Messages",
	noun: "message",
	icon: "mail",
	search: "Email starts with",
	filters,
	columns: [
		{
			header: "From",
			mobileSlot: "title",
			wide: true,
			cell: ({ id, name, email }) => (
				<div className="min-w-0">
					<Link to={`/dashbord/messages/${id}`} className="link">
						{name}
					</Link>
					<p className="text-muted">
						<WrappableText text={email} />
					</p>
				</div>
			),
		},
		{
			header: "About",
			cell: ({ subject }) => <span className="whitespace-nowrap">{messageSubjects[subject]}</span>,
		},
		{
			header: "Message",
			fill: true,
			cell: ({ text: message }) => <p className="line-clamp-2 text-start">{message}</p>,
		},
		{
			header: "Received",
			cell: ({ createdAt }) => (
				<span className="whitespace-nowrap">
					<LocalDay at={createdAt} />
				</span>
			),
		},
		{
			header: "Status",
			mobileSlot: "state",
			cell: ({ answeredAt }) =>
				answeredAt ? <Badge>answered</Badge> : <Badge tone="accent">new</Badge>,
		},
		{ header: "Actions", kind: "actions", cell: (message) => <MarkButton {...message} /> },
	],
	bulk: { getName: ({ name }) => `message from ${name}`, actions: bulkActions },
	empty: { message: "No one has written to the shop yet." },
};

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
	return <DashboardTable table={table} data={loaderData} errors={actionData} />;
}
