import type { ReactNode } from "react";
import { ProductReviews, RatingLine } from "#app/features/reviews/product-reviews.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { categories } from "#contract/categories.ts";
import { documentPath } from "#contract/documents.ts";
import { formatFileSize } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import { getMinimumPriceCents } from "#contract/price-breaks.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { ProductPage } from "#worker/shop/catalogue/home-and-product-pages.ts";
import type { FullProduct, Product } from "#worker/shop/catalogue/read.ts";
import { DocumentLink } from "../document-link.tsx";
import { Price, StockLabel } from "../price-and-stock.tsx";
import { LivePrices } from "./buy-form.tsx";
import { Gallery } from "./gallery.tsx";
import { PriceTable } from "./price-table.tsx";

function Specification({ rows }: { rows: readonly (readonly [string, string])[] }) {
	if (rows.length === 0) return null;
	return (
		<section aria-labelledby="specification" className="grid content-start gap-4">
			<h2 id="specification">Specification</h2>
			<table className="w-full border-t border-base-300">
				<tbody>
					{rows.map(([name, value], index) => (
						<tr key={index} className="border-b border-base-300 align-top">
							<th scope="row" className="w-2/5 py-2 pe-6 text-start font-normal text-muted">
								{keepUnitsTogether(name)}
							</th>
							<td className="num py-2">{keepUnitsTogether(value)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}

function Documents({ documents }: { documents: ProductPage["product"]["documents"] }) {
	if (documents.length === 0) return null;
	return (
		<section aria-labelledby="documents" className="grid content-start gap-4">
			<h2 id="documents">Documents</h2>
			<ul className="grid gap-4">
				{documents.map(({ key, title, bytes }) => (
					<li key={key}>
						<DocumentLink
							href={documentPath(key, title)}
							title={title}
							size={formatFileSize(bytes)}
						/>
					</li>
				))}
			</ul>
		</section>
	);
}

/** Refreshed by app/client/live.ts, on the tool's page and on the order form. */
export function ProductFacts({ product }: { product: Product }) {
	const { id, quantity, minimum, orderMultiple } = product;
	const priceCents = getMinimumPriceCents(product);
	const isSoldOut = isOutOfStock(product);
	return (
		<dl
			data-live="facts"
			data-live-from={`/tools/${id}`}
			className="grid gap-1 border-t-3 border-b border-t-base-content border-b-base-300 py-4 [&_strong]:font-heading [&_strong]:text-3xl/[1.2] [&_strong]:[font-stretch:75%]"
		>
			<dt className="sr-only">Price</dt>
			<dd>
				<Price cents={priceCents} perPiece />
			</dd>
			<dt className="sr-only">Available pieces</dt>
			<dd>
				<StockLabel quantity={quantity} minimum={minimum} />
				{isSoldOut && (
					<p className="num text-sm text-muted">
						{quantity > 0 && `Only ${formatCount(quantity, "piece")} left. `}
						The minimum order is {formatInteger(minimum)}.
					</p>
				)}
			</dd>
			{!isSoldOut && (
				<>
					<dt className="sr-only">Minimum order</dt>
					<dd className="num text-sm text-muted">
						Minimum order {formatCount(minimum, "piece")}: {formatCents(minimum * priceCents)}
						{orderMultiple > 1 && `. Sold in cartons of\u00a0${formatInteger(orderMultiple)}.`}
					</dd>
				</>
			)}
		</dl>
	);
}

/** docs/decisions/order-total.md and unpaid-orders.md have the rules. */
const deliveryNotes: [icon: IconName, text: string][] = [
	["truck", "Ships after payment, to the address on your order."],
	["credit-card", "Price × quantity. No extra fees."],
	["package", "We reserve your pieces when you order. You can cancel until you pay."],
];

export const DeliveryNotes = () => (
	<ul aria-label="Delivery" className="grid gap-3 text-sm">
		{deliveryNotes.map(([icon, text]) => (
			<li key={icon} className="flex gap-3">
				<Icon name={icon} />
				<span>{text}</span>
			</li>
		))}
	</ul>
);

export const getBreadcrumbs = ({
	id,
	name,
	category,
}: Pick<FullProduct, "id" | "name" | "category">) => [
	{ label: "Tools", path: "/tools" },
	{ label: categories[category], path: `/tools?category=${category}` },
	{ label: name, path: `/tools/${id}` },
];

const Breadcrumb = ({ product }: { product: FullProduct }) => (
	<nav aria-label="Breadcrumb">
		<ol className="flex flex-wrap gap-x-2 gap-y-1 text-sm/normal">
			{getBreadcrumbs(product).map(({ label, path }) => (
				<li
					key={path}
					className="max-sm:last:hidden not-last:after:ms-2 not-last:after:text-muted not-last:after:content-['›'/''] max-sm:nth-last-2:after:content-none"
				>
					{path === `/tools/${product.id}` ? (
						<span aria-current="page" className="text-muted">
							{keepUnitsTogether(label)}
						</span>
					) : (
						<a href={path} className="link py-1">
							{keepUnitsTogether(label)}
						</a>
					)}
				</li>
			))}
		</ol>
	</nav>
);

type Props = {
	/** `page` is the zero-based page of reviews. */
	productPage: ProductPage & { page: number };
	related: ReactNode;
	children: ReactNode;
};

export function ProductBody({ productPage, related, children }: Props) {
	const { product } = productPage;
	return (
		<main id="main" tabIndex={-1} className="wide grid gap-8 py-4 lg:gap-12 lg:py-8">
			<div className="grid gap-6">
				{product.draft && (
					<Alert>
						This tool is a draft: only staff see this page. Publish it under{" "}
						<a href="/dashbord/manageProducts?state=draft" className="link">
							Manage Products
						</a>
						.
					</Alert>
				)}
				<header className="grid gap-3">
					<Breadcrumb product={product} />
					<h1>{keepUnitsTogether(product.name)}</h1>
					{product.partNumber && <p className="num text-muted">Part number {product.partNumber}</p>}
					<RatingLine ratings={product.ratings} />
				</header>
				{/* On narrow screens the order box is between pictures and details. */}
				<div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-12 lg:gap-y-10">
					<Gallery
						key={product.id}
						name={product.name}
						pictures={[product.img, ...product.gallery]}
					/>
					<div className="grid content-start gap-6">
						<ProductFacts product={product} />
						<div data-live="price-table" className="empty:hidden">
							<PriceTable product={product} unitCents={getMinimumPriceCents(product)} />
						</div>
						<LivePrices product={product} />
						{children}
						{!isOutOfStock(product) && <DeliveryNotes />}
					</div>
					<div className="grid content-start gap-8">
						<section aria-labelledby="description" className="grid content-start gap-4">
							<h2 id="description">Description</h2>
							<p className="max-w-text text-lg">{keepUnitsTogether(product.description)}</p>
						</section>
						<Documents documents={product.documents} />
					</div>
					<Specification rows={product.specification} />
				</div>
			</div>
			<ProductReviews {...productPage} />
			{related}
		</main>
	);
}
