import { useState } from "react";
import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyLink } from "#app/ui/copy-link.tsx";
import { Alert, EmptyState } from "#app/ui/feedback.tsx";
import { Field } from "#app/ui/field.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { textLength } from "#contract/limits.ts";
import { confirmation, success } from "#contract/messages.ts";
import { listNameSchema } from "#contract/schemas/lists.ts";
import { listPath, listsPath } from "#contract/shop.ts";
import { addCurrentPrices } from "#worker/shop/lists/current-prices.ts";
import {
	deleteSavedList,
	getSharedListUrl,
	removeListLine,
	renameSavedList,
	requireSavedList,
	shareList,
	stopSharing,
} from "#worker/shop/lists/lists.ts";
import type { Route } from "./+types/list.ts";
import { addLinesToBasket } from "./add-lines-to-basket.ts";
import { describeTools, ListLines } from "./list-lines.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) =>
	pageMeta(loaderData?.name ?? "Saved list");

export async function loader({ context, params }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { id, name, shareToken, lines } = await requireSavedList(shop, params.listid);
	const url = shareToken && getSharedListUrl(shop, shareToken);
	return { id, name, url, ...addCurrentPrices(lines) };
}

export const action = formAction(async (shop, form, { context, params: { listid = "" } }) => {
	const redirectBack = (text: string, path = listPath(listid)) =>
		redirectWithMessage(context, path, text);
	switch (form.get("intent")) {
		case "basket":
			return addLinesToBasket(context, (await requireSavedList(shop, listid)).lines);
		case "remove":
			await removeListLine(shop, listid, String(form.get("product") ?? ""));
			return redirectBack(success.listLineRemoved);
		case "share":
			await shareList(shop, listid);
			return redirectBack(success.listShared);
		case "unshare":
			await stopSharing(shop, listid);
			return redirectBack(success.listUnshared);
		case "delete":
			await deleteSavedList(shop, listid);
			return redirectBack(success.listDeleted, listsPath);
		default:
			await renameSavedList(shop, listid, readForm(form, listNameSchema).name);
			return redirectBack(success.listSaved);
	}
});

type Data = Route.ComponentProps["loaderData"];

function Share({ url }: Pick<Data, "url">) {
	const [link, setLink] = useState({ url, hasChanged: false });
	if (link.url !== url) setLink({ url, hasChanged: true });
	return (
		<Section id="share" title="Share" className="grid gap-3">
			<p className="text-muted">
				Anyone with the link can see the tools and quantities, and add them to their own basket.
				Your name is not shown.
			</p>
			{url === null ? (
				<PostForm preventScrollReset>
					<Button type="submit" name="intent" value="share" autoFocus={link.hasChanged}>
						Create a link
					</Button>
				</PostForm>
			) : (
				<CopyLink label="Link to this list" link={url} autoFocus={link.hasChanged}>
					<ConfirmButton
						label="Stop sharing"
						question={confirmation.stopSharing}
						fields={{ intent: "unshare" }}
						variant="plain"
						size="md"
					>
						<p>The link will stop working for everyone who has it.</p>
					</ConfirmButton>
				</CopyLink>
			)}
		</Section>
	);
}

export default function SavedList({ loaderData, actionData }: Route.ComponentProps) {
	const { id, name, lines, totalCents, url } = loaderData;
	const isRename = actionData?.values.name !== undefined;
	return (
		<Page title={name} inDashboard back={{ to: listsPath, label: "Saved Lists" }}>
			{actionData && !isRename && <Alert tone="error">{actionData.message}</Alert>}
			<div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start">
				<section aria-label="Tools" className="grid gap-4">
					{lines.length === 0 ? (
						<EmptyState icon="list-ordered" sentence="This list is empty.">
							<AnchorButton href="/tools">Browse tools</AnchorButton>
						</EmptyState>
					) : (
						<>
							<div className="flex flex-wrap items-center justify-between gap-4">
								<p className="num text-lg">{describeTools(lines, totalCents)}</p>
								<PostForm>
									<Button type="submit" name="intent" value="basket" variant="primary">
										Add to basket
									</Button>
								</PostForm>
							</div>
							<ListLines
								lines={lines}
								renderAction={({ productId, name }) => (
									<PostForm preventScrollReset>
										<input type="hidden" name="product" value={productId} />
										<Button type="submit" variant="quiet" size="sm" name="intent" value="remove">
											Remove<span className="sr-only"> {name}</span>
										</Button>
									</PostForm>
								)}
							/>
						</>
					)}
				</section>
				<div className="grid max-w-md content-start gap-8">
					<Share url={url} />
					<PostForm preventScrollReset className="stack" key={`${id}${name}`}>
						<Field
							label="Name"
							name="name"
							required
							maxLength={textLength.listName}
							defaultValue={actionData?.values.name ?? name}
							error={isRename ? (actionData.issues[0]?.message ?? actionData.message) : undefined}
						/>
						<Button type="submit" className="justify-self-start">
							Rename
						</Button>
					</PostForm>
					<div>
						<ConfirmButton
							label="Delete this list"
							confirmLabel="Delete"
							question={confirmation.deleteList}
							fields={{ intent: "delete" }}
							size="md"
						>
							<p className="font-semibold wrap-anywhere">{name}</p>
						</ConfirmButton>
					</div>
				</div>
			</div>
		</Page>
	);
}
