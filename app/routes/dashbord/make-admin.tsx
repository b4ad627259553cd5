import { Form, redirect } from "react-router";
import { orRefused, readForm } from "#app/answer.ts";
import { Page } from "#app/components/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ConfirmButton } from "#app/components/ui/confirm-button.tsx";
import { type Column, DataTable } from "#app/components/ui/data-table.tsx";
import { shopContext } from "#app/context.ts";
import { useLive } from "#app/islands/live.tsx";
import { confirmation, success, userDeleted } from "#contract/messages.ts";
import { deleteUser, getUsers, makeAdmin } from "#worker/shop/accounts/users.ts";
import type { Shop } from "#worker/shop/context.ts";
import type { Route } from "./+types/make-admin.ts";
import { userTask } from "./chosen.ts";

export const meta: Route.MetaFunction = () => [{ title: "Make an Admin – Torque Tool Depot" }];

export async function loader({ context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const users = await getUsers(shop);
	return {
		users: users.map(({ id, email, role }) => ({ id, email, role, self: id === shop.account?.id })),
	};
}

/** @returns what to tell the admin once it is done */
async function work(shop: Shop, task: "promote" | "remove", email: string): Promise<string> {
	if (task === "promote") {
		await makeAdmin(shop, email);
		return success.adminMade;
	}
	await deleteUser(shop, email);
	return userDeleted(email);
}

export const action = ({ request, context }: Route.ActionArgs) =>
	orRefused(async () => {
		const shop = context.get(shopContext);
		const { task, email } = await readForm(request, userTask);
		shop.visitor.flash({ kind: "success", text: await work(shop, task, email) });
		return redirect("/dashbord/makeAdmin", 303);
	});

type Row = Route.ComponentProps["loaderData"]["users"][number];

const Promote = ({ email }: Row) => (
	<Form method="post" preventScrollReset className="inline">
		<input type="hidden" name="task" value="promote" />
		<input type="hidden" name="email" value={email} />
		<Button type="submit" size="sm">
			make Admin
		</Button>
	</Form>
);

/** Nobody deletes themselves (architecture.md "Deleting"). */
const Remove = ({ email, self }: Row) =>
	self ? null : (
		<ConfirmButton label="Delete" question={confirmation.remove} fields={{ task: "remove", email }}>
			<p>{email}</p>
		</ConfirmButton>
	);

const Role = ({ role }: Row) =>
	role === "admin" ? <Badge tone="accent">admin</Badge> : <Badge>shopper</Badge>;

const Tasks = (row: Row) => (
	<>
		{row.role !== "admin" && <Promote {...row} />}
		<Remove {...row} />
	</>
);

const columns: Column<Row>[] = [
	{ header: "Email", cell: ({ email }) => email },
	{ header: "Role", cell: (row) => <Role {...row} /> },
	{ header: "Actions", kind: "actions", cell: (row) => <Tasks {...row} /> },
];

export default function MakeAdmin({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	return (
		<Page title="Make an Admin" nested>
			{actionData && <Alert tone="error">{actionData.message}</Alert>}
			<DataTable
				caption="Users"
				columns={columns}
				rows={loaderData.users}
				rowKey={({ id }) => id}
			/>
		</Page>
	);
}
