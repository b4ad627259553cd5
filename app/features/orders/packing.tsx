import { Link } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, EmptyState } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { Page } from "#app/ui/page.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { Wordmark } from "#app/ui/wordmark.tsx";
import { formatUtcDay } from "#contract/dates.ts";
import { listDeliveryDetails } from "#contract/delivery.ts";
import { packingSlipsMax } from "#contract/limits.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import { awaitsShipment } from "#contract/order-states.ts";
import { orderNumber, orderPath } from "#contract/shop.ts";
import { getPackingLists } from "#worker/shop/orders/packing.ts";
import type { Route } from "./+types/packing.ts";

export const meta: Route.MetaFunction = () => pageMeta("Packing Slips");

/** `?ids=` lists the orders that were selected in a table. Without it, the page shows the orders that are ready to ship. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const ids = [...new Set(url.searchParams.getAll("ids"))].slice(0, packingSlipsMax);
	const packing = await getPackingLists(shop, ids.length > 0 ? ids : null);
	return {
		printedOn: formatUtcDay(new Date()),
		isSelection: ids.length > 0,
		hasMore: packing.hasMore,
		seller: [packing.contact, new URL(shop.origin).host],
		excluded: packing.excluded.map(({ id, reason }) => ({ id, number: orderNumber(id), reason })),
		picks: packing.picks.map(({ productId, toolName, partNumber, slips }) => ({
			productId,
			partNumber,
			toolName,
			pieces: slips.reduce((sum, slip) => sum + slip.pieces, 0),
			orders: slips.map((slip) => ({ number: orderNumber(slip.id), pieces: slip.pieces })),
		})),
		unshippedIds: packing.slips.flatMap(({ id, state }) => (awaitsShipment(state) ? [id] : [])),
		shippedCount: packing.slips.filter(({ state }) => !awaitsShipment(state)).length,
		slips: packing.parcels.flatMap((parcel) => {
			const [first] = parcel;
			if (!first) return [];
			return {
				id: first.id,
				numbers: parcel.map(({ id }) => orderNumber(id)),
				orderedOn: formatUtcDay(first.createdAt),
				address: [first.name, ...listDeliveryDetails(first)],
				tools: parcel.map(({ id, toolName, toolPartNumber, partNumber, pieces }) => ({
					number: orderNumber(id),
					toolName,
					partNumber: toolPartNumber ?? partNumber,
					pieces,
				})),
			};
		}),
	};
}

type Data = Route.ComponentProps["loaderData"];

const Tool = ({ toolName, partNumber }: { toolName: string; partNumber: string | null }) => (
	<th scope="row">
		{keepUnitsTogether(toolName)}
		{partNumber && <div className="num font-normal">{partNumber}</div>}
	</th>
);

const PickList = ({ picks, printedOn }: Data) => (
	<section aria-labelledby="pick-list" className="sheet">
		<header>
			<h2 id="pick-list">Pick list</h2>
			<p>{printedOn}</p>
		</header>
		<table className="picks">
			<thead>
				<tr>
					<th scope="col">
						<span className="sr-only">Picked</span>
					</th>
					<th scope="col">Tool</th>
					<th scope="col">Orders</th>
					<th scope="col">Pieces</th>
				</tr>
			</thead>
			<tbody>
				{picks.map(({ productId, toolName, partNumber, pieces, orders }) => (
					<tr key={productId}>
						<td aria-hidden className="tick" />
						<Tool toolName={toolName} partNumber={partNumber} />
						<td className="num whitespace-nowrap">
							{orders.map(({ number, pieces: count }) => (
								<div key={number}>
									{number} × {formatInteger(count)}
								</div>
							))}
						</td>
						<td className="num text-xl font-semibold">{formatInteger(pieces)}</td>
					</tr>
				))}
			</tbody>
		</table>
	</section>
);

const Slip = ({ slip, seller }: { slip: Data["slips"][number]; seller: string[] }) => (
	<article className="sheet" aria-label={`Packing slip of order ${slip.numbers.join(", ")}`}>
		<header>
			<Wordmark />
			<p className="sm:text-end">
				<strong>
					{slip.numbers.length > 1 ? "Orders" : "Order"} {slip.numbers.join(", ")}
				</strong>
				<br />
				{slip.orderedOn}
			</p>
		</header>
		<div>
			<h2>Deliver to</h2>
			<address className="text-lg whitespace-pre-line not-italic">
				{slip.address.join("\n")}
			</address>
		</div>
		<table>
			<thead>
				<tr>
					<th scope="col">Tool</th>
					<th scope="col">Pieces</th>
				</tr>
			</thead>
			<tbody>
				{slip.tools.map((tool) => (
					<tr key={tool.number}>
						<Tool {...tool} />
						<td className="num text-xl font-semibold">{formatInteger(tool.pieces)}</td>
					</tr>
				))}
			</tbody>
		</table>
		<p>Thank you for your order. Questions? {seller.join(" or ")}</p>
	</article>
);

function Notices({ excluded, shippedCount, hasMore }: Data) {
	return (
		<div className="grid gap-3 empty:hidden print:hidden">
			{excluded.length > 0 && (
				<Alert tone="error">
					Not printed, because {excluded.length === 1 ? "it" : "they"} can't be shipped now:
					<ul className="list-disc ps-5">
						{excluded.map(({ id, number, reason }) => (
							<li key={id}>
								<Link to={orderPath(id)} className="link">
									{number}
								</Link>
								: {reason}
							</li>
						))}
					</ul>
				</Alert>
			)}
			{shippedCount > 0 && (
				<Alert>
					The slips include {formatCount(shippedCount, "order")} that already shipped. The pick list
					doesn't.
				</Alert>
			)}
			{hasMore && (
				<Alert>
					These are the {packingSlipsMax} oldest orders that are ready to ship. Once you ship them,
					the next ones appear here.
				</Alert>
			)}
		</div>
	);
}

export default function Packing({ loaderData }: Route.ComponentProps) {
	const { slips, picks, isSelection, seller, unshippedIds } = loaderData;
	const shipQuery = new URLSearchParams(unshippedIds.map((id) => ["ids", id]));
	return (
		<Page
			title="Packing Slips"
			lead={
				slips.length > 0 &&
				`A pick list and ${formatCount(slips.length, "slip")}, each on its own page: ${
					isSelection ? "the orders that you selected" : "all orders that are ready to ship"
				}.`
			}
			inDashboard
			actions={
				slips.length > 0 && (
					<div className="flex flex-wrap gap-3">
						<Button variant="primary" className="noscript:hidden" onClick={() => window.print()}>
							Print
						</Button>
						{unshippedIds.length > 0 && (
							<RouterLinkButton to={`/dashbord/ship?${shipQuery}`}>
								Ship with tracking
							</RouterLinkButton>
						)}
					</div>
				)
			}
		>
			<Notices {...loaderData} />
			{slips.length > 0 ? (
				<div className="packing grid gap-6">
					{picks.length > 0 && <PickList {...loaderData} />}
					{slips.map((slip) => (
						<Slip key={slip.id} slip={slip} seller={seller} />
					))}
				</div>
			) : (
				<EmptyState
					icon="package"
					sentence={
						isSelection
							? "None of these orders can be packed."
							: "No orders are waiting to be shipped."
					}
				>
					<RouterLinkButton to="/dashbord/manageAllorders">Manage All Orders</RouterLinkButton>
				</EmptyState>
			)}
		</Page>
	);
}
