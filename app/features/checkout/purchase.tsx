import { data } from "react-router";
import * as v from "valibot";
import { DeliveryNotes, ProductFacts } from "#app/features/catalogue/product/product-body.tsx";
import { ToolRow } from "#app/features/catalogue/tools/tool-row.tsx";
import { cookiesContext, isPrefetch, shopContext } from "#app/lib/context.ts";
import { formAction, readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { ShopError } from "#contract/errors.ts";
import { parseInput } from "#contract/parse.ts";
import { getUnitPriceCents } from "#contract/price-breaks.ts";
import { chooseDeliveryFields } from "#contract/schemas/addresses.ts";
import { idempotencyKeySchema } from "#contract/schemas/idempotency-key.ts";
import { createPurchaseSchema, purchaseSchema } from "#contract/schemas/orders.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { readDelivery } from "#worker/shop/accounts/addresses.ts";
import { findProduct, requireProduct } from "#worker/shop/catalogue/read.ts";
import { recordToolView } from "#worker/shop/catalogue/viewed.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { throwFormError } from "#worker/shop/form-key.ts";
import { placeOrderWithTime } from "#worker/shop/orders/place.ts";
import { findEarlierOrder } from "#worker/shop/orders/read.ts";
import type { Route } from "./+types/purchase.ts";
import { loadDeliveryDefaults } from "./delivery-defaults.ts";
import { nothingOrdered } from "./nothing-ordered.ts";
import { PurchaseForm } from "./purchase-form.tsx";
import { redirectToPayment } from "./redirect-to-payment.ts";

export { allowBackForwardCache as headers } from "#app/lib/document-headers.ts";

export const meta: Route.MetaFunction = ({ loaderData }) =>
	pageMeta(loaderData?.product.name ?? "Purchase", loaderData?.product.description);

/**
 * The form is posted to a different URL than the page's, because a successful POST removes its URL from the browser's cache
 * (RFC 9111 §4.4). Going back would then load a new page, with a new idempotency key.
 */
function getSubmitPath({ pathname, searchParams }: URL): string {
	const params = new URLSearchParams(searchParams);
	params.set("confirm", "1");
	return `${pathname}?${params}`;
}

const quantitySchema = v.fallback(
	v.nullable(v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number))),
	null,
);

/**
 * `?quantity=` is the quantity from the tool's page. `?again=` is the id of an earlier order, which fills in the form. Without
 * `?again=`, the last used address is preselected. If no address is saved, the last order fills in the address.
 */
export async function loader({ context, params, url, request }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { name, email } = requireAccount(shop);
	// Only submitting the form leads to this URL, either directly or through the login page.
	const isSubmitted = url.searchParams.has("confirm");
	const product = await findProduct(shop, params.id);
	if (!product && isSubmitted) throw data({ message: nothingOrdered.withdrawn }, 404);
	if (!product) throw new ShopError("product_not_found");
	const earlierOrderId = url.searchParams.get("again");
	const cookies = isPrefetch(request) ? null : context.get(cookiesContext);
	const earlierOrderRequest = earlierOrderId
		? findEarlierOrder(shop, product, earlierOrderId)
		: null;
	const [earlierOrder, delivery, viewedTools] = await Promise.all([
		earlierOrderRequest,
		loadDeliveryDefaults(shop, earlierOrderRequest),
		recordToolView(shop, product.id, cookies),
	]);
	return {
		product,
		isSubmitted,
		quantity: v.parse(quantitySchema, url.searchParams.get("quantity")),
		earlierOrder,
		delivery,
		viewedTools,
		customer: { name, email },
		idempotencyKey: crypto.randomUUID(),
		submitPath: getSubmitPath(url),
	};
}

const centsSchema = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

const purchaseEntries = {
	quantity: purchaseSchema.entries.quantity,
	idempotencyKey: idempotencyKeySchema,
	shownCents: v.optional(centsSchema),
	shownBreaks: v.optional(
		v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.number(), v.number()]))),
		"[]",
	),
};

type PurchaseInput = v.InferOutput<v.ObjectSchema<typeof purchaseEntries, undefined>>;

/** Returns the unit price that the form showed for this quantity. The price breaks may have changed since. */
const findShownCents = ({ shownCents, shownBreaks, quantity }: PurchaseInput) =>
	shownCents === undefined
		? undefined
		: getUnitPriceCents({ priceCents: shownCents, priceBreaks: shownBreaks }, quantity);

/** If other fields are invalid, also reports a quantity that the product's rules reject. In a valid form, `placeOrder` checks the quantity. */
async function readPurchase(shop: ShopContext, productId: string, form: FormData) {
	const values = Object.fromEntries(form);
	const entries = { ...purchaseEntries, ...chooseDeliveryFields(values) };
	const parsed = parseInput(v.object(entries), values);
	if (parsed.success) return parsed.output;
	const { quantity } = createPurchaseSchema(await requireProduct(shop, productId)).entries;
	return readForm(form, v.object({ ...entries, quantity }));
}

export const action = formAction(async (shop, form, { context, params }: Route.ActionArgs) => {
	const purchase = await readPurchase(shop, params.id, form);
	const { quantity, idempotencyKey } = purchase;
	const { id, placedAt } = await placeOrderWithTime(shop, {
		productId: params.id,
		quantity,
		idempotencyKey,
		shownCents: findShownCents(purchase),
		...(await readDelivery(shop, purchase, form)),
	}).catch(throwFormError("form_already_used"));
	return redirectToPayment(context, { orderIds: [id], checkoutId: null, placedAt });
});

type Product = Route.ComponentProps["loaderData"]["product"];

const Tool = ({ product }: { product: Product }) => (
	<div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4 *:border-0 *:py-0 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] lg:gap-6">
		<Picture
			src={product.img}
			alt={product.name}
			sizes="(min-width: 64rem) 288px, 112px"
			className="picture-box rounded-md"
			fetchPriority="high"
		/>
		<ProductFacts product={product} />
	</div>
);

/** Shows only what the order needs. Reviews, specification and similar tools are on the tool's page. */
export default function Purchase({ loaderData, actionData }: Route.ComponentProps) {
	const { product, viewedTools } = loaderData;
	return (
		<main id="main" tabIndex={-1} className="wide grid gap-8 py-6 lg:gap-12 lg:py-8">
			<div className="grid gap-x-16 gap-y-6 lg:grid-rows-[auto_auto_1fr] lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
				<header className="grid gap-1 lg:col-span-2">
					<a href={`/tools/${product.id}`} className="link justify-self-start text-sm">
						Tool details
					</a>
					<h1 className="text-2xl">{keepUnitsTogether(product.name)}</h1>
				</header>
				<Tool product={product} />
				<div className="lg:row-span-2 lg:row-start-2">
					<PurchaseForm data={loaderData} errors={actionData} />
				</div>
				<div className="grid content-start gap-6 lg:col-start-2">
					<p className="max-w-text">{keepUnitsTogether(product.description)}</p>
					<DeliveryNotes />
				</div>
			</div>
			<ToolRow id="recently-viewed" title="Recently viewed" tools={viewedTools} />
		</main>
	);
}
