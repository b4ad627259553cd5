import { redirectDocument } from "react-router";
import * as v from "valibot";
import { Island } from "#app/client/island.tsx";
import { ProductBody } from "#app/features/catalogue/product/product-body.tsx";
import { ToolRow } from "#app/features/catalogue/tools/tool-row.tsx";
import { cookiesContext, isPrefetch, shopContext } from "#app/lib/context.ts";
import { formAction, readForm, requireSameAccount } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { ShopError } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { idempotencyKeySchema, purchaseSchema } from "#contract/schemas/orders.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { requireProductPage } from "#worker/shop/catalogue/pages.ts";
import { getRelatedTools } from "#worker/shop/catalogue/viewed.ts";
import type { Shop } from "#worker/shop/context.ts";
import { type Placed, placeOrderOnce } from "#worker/shop/orders/place.ts";
import { findEarlierOrder } from "#worker/shop/orders/read.ts";
import type { Route } from "./+types/purchase.ts";
import { PurchaseForm, purchaseFormId } from "./purchase-form.tsx";

export { mayGoBack as headers } from "#app/lib/document-headers.ts";

export const meta: Route.MetaFunction = ({ loaderData }) =>
	pageMeta(loaderData?.product.name ?? "Purchase", loaderData?.product.description);

/**
 * The form is sent to another URL than its page's: a browser drops the page that it keeps for going back when its URL is posted to
 * (RFC 9111 §4.4), and with the page the form's key.
 */
function sendTo({ pathname, searchParams }: URL): string {
	const params = new URLSearchParams(searchParams);
	params.set("confirm", "1");
	return `${pathname}?${params}`;
}

/** The product, who buys, what they ordered before (`?again=`), and a key that makes one order of a form sent twice. */
export async function loader({ context, params, url, request }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { name, email } = requireAccount(shop);
	const shown = await requireProductPage(shop, params.id, 0);
	const before = await findEarlierOrder(shop, shown.product, url.searchParams.get("again"));
	const cookies = isPrefetch(request) ? null : context.get(cookiesContext);
	const beside = await getRelatedTools(shop, shown.product, cookies);
	const idempotencyKey = crypto.randomUUID();
	return { ...shown, before, beside, buyer: { name, email }, idempotencyKey, sendTo: sendTo(url) };
}

const cents = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

const formSchema = v.object({
	...purchaseSchema.entries,
	idempotencyKey: idempotencyKeySchema,
	shownCents: v.optional(cents),
});

/** Milliseconds after which the same form is not a second click, but sent again by somebody who came back to it. */
const clicksMs = 10_000;

/** @throws ShopError as `placeOrderOnce`, in the words of a form where its key has made another order */
async function place(shop: Shop, placing: Parameters<typeof placeOrderOnce>[1]): Promise<Placed> {
	try {
		return await placeOrderOnce(shop, placing);
	} catch (error) {
		const isOther = error instanceof ShopError && error.code === "idempotency_key_reused";
		throw isOther ? new ShopError("form_already_used") : error;
	}
}

/**
 * Places the order and redirects to its payment: a new document, as its security policy allows Stripe. A form sent again
 * after going back redirects to the order that it has made.
 */
export const action = formAction(async (shop, form, { context, params }: Route.ActionArgs) => {
	requireSameAccount(shop, form);
	const purchase = readForm(form, formSchema);
	const { id, placedAt } = await place(shop, { productId: params.id, ...purchase });
	const isOld = Date.now() - placedAt.getTime() > clicksMs;
	const text = isOld ? success.orderPlacedBefore : success.orderPlaced;
	context.get(cookiesContext).flash({ kind: "success", text });
	return redirectDocument(`/dashbord/payment/${id}`, 303);
});

export default function Purchase({ loaderData, actionData }: Route.ComponentProps) {
	const { product, before, buyer, idempotencyKey, beside, sendTo } = loaderData;
	const { priceCents, quantity, minimum } = product;
	return (
		<ProductBody
			page={{ ...loaderData, page: 0 }}
			currentPath={`/purchase/${product.id}`}
			related={
				<>
					<ToolRow id="similar-tools" title="Similar tools" tools={beside.similar} />
					<ToolRow id="recently-viewed" title="Recently viewed" tools={beside.viewed} />
				</>
			}
		>
			<input
				type="hidden"
				name="idempotencyKey"
				form={purchaseFormId}
				defaultValue={idempotencyKey}
				data-form-key
			/>
			<Island
				name="purchase"
				of={PurchaseForm}
				props={{
					product: { priceCents, quantity, minimum },
					before,
					buyer,
					sendTo,
					errors: actionData,
				}}
			/>
		</ProductBody>
	);
}
