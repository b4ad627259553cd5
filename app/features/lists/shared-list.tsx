import { StaffBasketNotice } from "#app/features/basket/empty-basket.tsx";
import { shopContext } from "#app/lib/context.ts";
import { formAction } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { can } from "#contract/roles.ts";
import { addCurrentPrices } from "#worker/shop/lists/current-prices.ts";
import { requireSharedList } from "#worker/shop/lists/lists.ts";
import type { Route } from "./+types/shared-list.ts";
import { addLinesToBasket } from "./add-lines-to-basket.ts";
import { describeTools, ListLines } from "./list-lines.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Shared list");

/** Omits the list's name, which only its owner may see. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { lines } = await requireSharedList(shop, params.token);
	const isStaff = shop.account !== null && !can(shop.account, "orders:place");
	return { ...addCurrentPrices(lines), isStaff };
}

export const action = formAction(async (shop, _form, { context, params: { token = "" } }) => {
	const { lines } = await requireSharedList(shop, token);
	return addLinesToBasket(context, lines);
});

export default function SharedList({ loaderData, actionData }: Route.ComponentProps) {
	const { lines, totalCents, isStaff } = loaderData;
	return (
		<Page title="Shared list" lead={describeTools(lines, totalCents)} width="text">
			{actionData && <Alert tone="error">{actionData.message}</Alert>}
			{isStaff ? (
				<StaffBasketNotice />
			) : (
				lines.length > 0 && (
					<form method="post">
						<Button type="submit" variant="primary">
							Add to basket
						</Button>
					</form>
				)
			)}
			{lines.length === 0 && <p>This list is empty.</p>}
			<ListLines lines={lines} />
		</Page>
	);
}
