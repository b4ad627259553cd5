import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableAction } from "#app/ui/table/table-action.ts";
import { readTableQuery } from "#app/ui/table/table-query.ts";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { errors } from "#contract/errors.ts";
import { confirmation, success, userDeleted } from "#contract/messages.ts";
import { defaultRole, roleLabels, roleNames, roles } from "#contract/roles.ts";
import { email } from "#contract/schemas/fields.ts";
import { roleSchema } from "#contract/schemas/roles.ts";
import { requireRecentSignIn } from "#worker/shop/accounts/confirm-identity.ts";
import { makeAdmin, setRole } from "#worker/shop/accounts/roles.ts";
import { resetSecondFactor } from "#worker/shop/accounts/second-factor.ts";
import { deleteUser, getUsersPage } from "#worker/shop/accounts/users.ts";
import type { Route } from "./+types/make-admin.ts";

export const meta: Route.MetaFunction = () => pageMeta("Make an Admin");

const filters = { role: { label: "Role", choices: roleLabels, noFilterLabel: "All" } } as const;

export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const query = readTableQuery(url, filters);
	const { rows, hasMore } = await getUsersPage(shop, query);
	const users = rows.map((row) => ({ ...row, isSelf: row.id === shop.account?.id }));
	return { rows: users, hasMore, query };
}

const taskSchema = v.variant(
	"task",
	[
		v.object({ task: v.literal("promote"), email }),
		v.object({ task: v.literal("role"), email, ...roleSchema.entries }),
		v.object({ task: v.literal("second-factor"), email }),
		v.object({ task: v.literal("remove"), email }),
	],
	errors.validation_failed.message,
);

export const action = tableAction(async (shop, form) => {
	const input = readForm(form, taskSchema);
	if (input.task === "promote") {
		// Checked here, because the contract's API call accepts a sign-in of any age.
		requireRecentSignIn(shop, "changeRole");
		await makeAdmin(shop, input.email);
		return success.promotedToAdmin;
	}
	if (input.task === "role") {
		await setRole(shop, input.email, input.role);
		return success.roleChanged;
	}
	if (input.task === "second-factor") {
		await resetSecondFactor(shop, input.email);
		return success.secondFactorReset;
	}
	requireRecentSignIn(shop, "deleteUser");
	await deleteUser(shop, input.email);
	return userDeleted(input.email);
});

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const UserSummary = ({ email, verified }: Row) => (
	<>
		<p className="font-semibold">
			<WrappableText text={email} />
		</p>
		{!verified && (
			<p>
				<strong>This email is not verified:</strong> anyone may have signed up with it. Ask its
				owner to open the link in the verification email first.
			</p>
		)}
	</>
);

const PromoteButton = (row: Row) => (
	<ConfirmButton
		label="make Admin"
		question={confirmation.makeAdmin}
		variant="plain"
		fields={{ task: "promote", email: row.email }}
	>
		<UserSummary {...row} />
		<p>Admins can change and delete everything in the shop, and make other users admins.</p>
	</ConfirmButton>
);

const describeRole = (role: Row["role"]) => `${roles[role].singular}: ${roles[role].duties}`;

const RoleButton = (row: Row) => (
	<ConfirmButton
		label="Set role"
		confirmLabel="Change role"
		question={confirmation.changeRole}
		variant="plain"
		fields={{ task: "role", email: row.email }}
	>
		<div className="grid gap-3">
			<UserSummary {...row} />
			<SelectField label="Role" name="role" defaultValue={row.role}>
				{roleNames.map((role) => (
					<option key={role} value={role}>
						{describeRole(role)}
					</option>
				))}
			</SelectField>
			<p>Changing the role signs the user out everywhere. Their orders and reviews are kept.</p>
		</div>
	</ConfirmButton>
);

const SecondFactorButton = ({ email }: Row) => (
	<ConfirmButton
		label="Reset two-factor"
		question={confirmation.resetSecondFactor}
		variant="plain"
		fields={{ task: "second-factor", email }}
	>
		<p className="font-semibold">
			<WrappableText text={email} />
		</p>
		<p>
			Do this only if you've spoken to the user and they've lost both their phone and their recovery
			codes. They'll be signed out everywhere and notified by email.
		</p>
	</ConfirmButton>
);

const RowButtons = (row: Row) => (
	<>
		{row.role !== "admin" && <PromoteButton {...row} />}
		{!row.isSelf && (
			<>
				<RoleButton {...row} />
				{row.hasSecondFactor && <SecondFactorButton {...row} />}
				<ConfirmButton
					label="Delete"
					question={confirmation.remove}
					fields={{ task: "remove", email: row.email }}
				>
					<p>{row.email}</p>
				</ConfirmButton>
			</>
		)}
	</>
);

const table: Table<Row> = {
	title: "Make an Admin",
	caption: "Users",
	noun: "user",
	icon: "users",
	search: "Email starts with",
	filters,
	columns: [
		{ header: "Email", mobileSlot: "title", cell: ({ email }) => <WrappableText text={email} /> },
		{
			header: "Role",
			mobileSlot: "aside",
			cell: ({ role }) => <Badge tone={role === defaultRole ? "plain" : "accent"}>{role}</Badge>,
		},
		{ header: "Actions", kind: "actions", cell: (row) => <RowButtons {...row} /> },
	],
	empty: { message: "There are no users." },
};

export default function MakeAdmin({ loaderData, actionData }: Route.ComponentProps) {
	return <DashboardTable table={table} data={loaderData} errors={actionData} />;
}
