import { redirect } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { readForm, withFormErrors } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLive } from "#app/lib/use-live.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LastRefusal } from "#app/ui/last-refusal.tsx";
import { WrappableText } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import { userTask } from "#app/ui/table/chosen.ts";
import type { Column } from "#app/ui/table/data-table.tsx";
import { PagedTable } from "#app/ui/table/paged-table.tsx";
import { readChoice, readTableQuery } from "#app/ui/table/table-query.ts";
import { ChoiceField, TableSearch } from "#app/ui/table/table-search.tsx";
import { confirmation, success, userDeleted } from "#contract/messages.ts";
import { getUsersPage } from "#worker/shop/accounts/list.ts";
import { deleteUser, makeAdmin } from "#worker/shop/accounts/users.ts";
import type { Shop } from "#worker/shop/context.ts";
import type { Route } from "./+types/make-admin.ts";

export const meta: Route.MetaFunction = () => pageMeta("Make an Admin");

export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { page, search } = readTableQuery(url);
	const role = readChoice(url, "role", ["admin", "shopper"]);
	const { rows, more } = await getUsersPage(shop, { page, search, role });
	return {
		rows: rows.map((row) => ({ ...row, self: row.id === shop.account?.id })),
		more,
		page,
		search,
		role,
	};
}

const roles = { admin: "Admins", shopper: "Shoppers" };

/** @returns what to tell the admin once it is done */
async function work(shop: Shop, task: "promote" | "remove", email: string): Promise<string> {
	if (task === "promote") {
		await makeAdmin(shop, email);
		return success.adminMade;
	}
	await deleteUser(shop, email);
	return userDeleted(email);
}

export const action = ({ request, context, url }: Route.ActionArgs) =>
	withFormErrors(async () => {
		const shop = context.get(shopContext);
		const { task, email } = await readForm(request, userTask);
		shop.visitor.flash({ kind: "success", text: await work(shop, task, email) });
		return redirect(url.pathname + url.search, 303);
	});

type Row = Route.ComponentProps["loaderData"]["rows"][number];

/** Asked before, as nobody can take the role away again here. */
const Promote = ({ email, verified }: Row) => (
	<ConfirmButton
		label="make Admin"
		question={confirmation.promote}
		look="plain"
		fields={{ task: "promote", email }}
	>
		<p className="font-semibold">
			<WrappableText text={email} />
		</p>
		{!verified && (
			<p>
				<strong>This email is not verified:</strong> anyone may have signed up with it. Ask its
				owner to open the link in the verification email first.
			</p>
		)}
		<p>They can change and delete everything in the shop, and make others admin.</p>
	</ConfirmButton>
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
	{ header: "Email", leads: "title", cell: ({ email }) => <WrappableText text={email} /> },
	{ header: "Role", leads: "sum", cell: (row) => <Role {...row} /> },
	{ header: "Actions", kind: "actions", cell: (row) => <Tasks {...row} /> },
];

export { clientAction } from "#app/lib/client-action.ts";

export default function MakeAdmin({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	const { role } = loaderData;
	return (
		<Page title="Make an Admin" nested>
			<LastRefusal refused={actionData} />
			<TableSearch label="Email starts with" search={loaderData.search} chosen={role !== null}>
				<ChoiceField label="Role" name="role" choices={roles} chosen={role} none="All" />
			</TableSearch>
			<PagedTable
				caption="Users"
				of="users"
				searched="email"
				icon="users"
				columns={columns}
				rowKey={({ id }) => id}
				found={loaderData}
				chosen={role !== null}
			>
				<EmptyState icon="users" sentence="There are no users." />
			</PagedTable>
		</Page>
	);
}
