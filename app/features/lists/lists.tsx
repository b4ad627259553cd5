import { Link } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { formAction } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert, Badge, EmptyState } from "#app/ui/feedback.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { Page } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { formatCount } from "#contract/numbers.ts";
import { listPath } from "#contract/shop.ts";
import { listSavedLists, requireSavedList } from "#worker/shop/lists/lists.ts";
import type { Route } from "./+types/lists.ts";
import { addLinesToBasket } from "./add-lines-to-basket.ts";

export const meta: Route.MetaFunction = () => pageMeta("Saved Lists");

export const loader = async ({ context }: Route.LoaderArgs) => {
	const lists = await listSavedLists(context.get(shopContext));
	return lists.map(({ shareToken, ...list }) => ({ ...list, isShared: shareToken !== null }));
};

export const action = formAction(async (shop, form, { context }) => {
	const { lines } = await requireSavedList(shop, String(form.get("list") ?? ""));
	return addLinesToBasket(context, lines);
});

type SavedList = Route.ComponentProps["loaderData"][number];

const ListItem = ({ id, name, lineCount, createdAt, isShared }: SavedList) => (
	<li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-base-300 py-4">
		<div className="grid min-w-0 gap-1">
			<h2 className="flex flex-wrap items-center gap-x-3 text-lg wrap-anywhere">
				<Link to={listPath(id)} className="link">
					{name}
				</Link>
				{isShared && <Badge>Shared</Badge>}
			</h2>
			<p className="text-sm text-muted">
				{formatCount(lineCount, "tool")}, saved <LocalDay at={createdAt} />
			</p>
		</div>
		<PostForm>
			<Button type="submit" name="list" value={id}>
				Add to basket<span className="sr-only">: {name}</span>
			</Button>
		</PostForm>
	</li>
);

export default function SavedLists({ loaderData: lists, actionData }: Route.ComponentProps) {
	return (
		<Page title="Saved Lists" lead="Reorder what you buy regularly with one click." inDashboard>
			{actionData && <Alert tone="error">{actionData.message}</Alert>}
			{lists.length === 0 ? (
				<EmptyState
					icon="list-ordered"
					sentence="You have no saved lists. To create one, fill your basket and save it as a list."
				>
					<AnchorButton href="/basket">Basket</AnchorButton>
				</EmptyState>
			) : (
				<ul aria-label="Saved Lists" className="border-b border-base-300">
					{lists.map((list) => (
						<ListItem key={list.id} {...list} />
					))}
				</ul>
			)}
		</Page>
	);
}
