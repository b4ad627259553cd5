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
import { type PlacedOrder, placeOrderOnce } from "#worker/shop/orders/place.ts";
import { findEarlierOrder, findLastDelivery } from "#worker/shop/orders/read.ts";
import type { Route } from "./+types/purchase.ts";
import PurchaseForm, { purchaseFormId } from "./purchase-form.tsx";

export { allowBackForwardCache as headers } from "#app/lib/document-headers.ts";

export const meta: Route.MetaFunction = ({ loaderData }) =>
	pageMeta(loaderData?.product.name ?? "Purchase", loaderData?.product.description);

/**
 * The form is posted to a different URL than the page's: a successful POST removes the URL from the browser's cache (RFC 9111 §4.4),
 * so going back would load a new page, with a new idempotency key.
 */
function submitPathOf({ pathname, searchParams }: URL): string {
	const params = new URLSearchParams(searchParams);
	params.set("confirm", "1");
	return `${pathname}?${params}`;
}

/** `?again=` is the id of an earlier order, which fills in the form. Without it, the last order fills in the delivery details. */
export async function loader({ context, params, url, request }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { name, email } = requireAccount(shop);
	const productPage = await requireProductPage(shop, params.id, 0);
	const earlierOrderId = url.searchParams.get("again");
	const cookies = isPrefetch(request) ? null : context.get(cookiesContext);
	const [earlierOrder, lastDelivery, related] = await Promise.all([
		findEarlierOrder(shop, productPage.product, earlierOrderId),
		earlierOrderId ? null : findLastDelivery(shop),
		getRelatedTools(shop, productPage.product, cookies),
	]);
	return {
		...productPage,
		earlierOrder,
		lastDelivery,
		related,
		customer: { name, email },
		idempotencyKey: crypto.randomUUID(),
		submitPath: submitPathOf(url),
	};
}

const centsSchema = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

const formSchema = v.object({
	...purchaseSchema.entries,
	idempotencyKey: idempotencyKeySchema,
	shownCents: v.optional(centsSchema),
});

/** A form submitted again within this time was clicked twice; later, the customer went back to it and submitted it again. */
const doubleClickMs = 10_000;

/** @throws the errors of `placeOrderOnce`, but `form_already_used` if the form's key was used for another order */
async function place(
	shop: Shop,
	input: Parameters<typeof placeOrderOnce>[1],
): Promise<PlacedOrder> {
	try {
		return await placeOrderOnce(shop, input);
	} catch (error) {
		const isKeyReused = error instanceof ShopError && error.code === "idempotency_key_reused";
		throw isKeyReused ? new ShopError("form_already_used") : error;
	}
}

/** Redirects to the payment page as a new document, whose Content-Security-Policy allows Stripe. */
export const action = formAction(async (shop, form, { context, params }: Route.ActionArgs) => {
	requireSameAccount(shop, form);
	const purchase = readForm(form, formSchema);
	const { id, placedAt } = await place(shop, { productId: params.id, ...purchase });
	const wasPlacedEarlier = Date.now() - placedAt.getTime() > doubleClickMs;
	const text = wasPlacedEarlier ? success.orderPlacedBefore : success.orderPlaced;
	context.get(cookiesContext).flash({ kind: "success", text });
	return redirectDocument(`/dashbord/payment/${id}`, 303);
});

export default function Purchase({ loaderData, actionData }: Route.ComponentProps) {
	const { product, idempotencyKey, related } = loaderData;
	const { earlierOrder, lastDelivery, customer, submitPath } = loaderData;
	const { priceCents, quantity, minimum } = product;
	return (
		<ProductBody
			page={{ ...loaderData, page: 0 }}
			currentPath={`/purchase/${product.id}`}
			related={
				<>
					<ToolRow id="similar-tools" title="Similar tools" tools={related.similar} />
					<ToolRow id="recently-viewed" title="Recently viewed" tools={related.viewed} />
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
				component={PurchaseForm}
				props={{
					product: { priceCents, quantity, minimum },
					earlierOrder,
					lastDelivery,
					customer,
					submitPath,
					errors: actionData,
				}}
			/>
		</ProductBody>
	);
}
