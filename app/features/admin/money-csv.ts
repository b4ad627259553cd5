import { shopContext } from "#app/lib/context.ts";
import { byteOrderMark, createCsvHeaders, formatCsvRecord } from "#contract/csv.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { getCompleteLedger, type LedgerEntry } from "#worker/shop/payments/ledger.ts";
import type { Route } from "./+types/money-csv.ts";
import { readPeriod } from "./money-period.ts";

const columns: [heading: string, cell: (entry: LedgerEntry) => string | number][] = [
	["Date", ({ at }) => at.toISOString()],
	["Type", ({ kind }) => kind],
	["Order", ({ orderId }) => orderId ?? ""],
	["Reference", ({ reference }) => reference],
	["Amount", ({ stripeCents }) => dollarsFromCents(stripeCents)],
	["Fee", ({ feeCents }) => dollarsFromCents(feeCents)],
	["Net", ({ stripeCents, feeCents }) => dollarsFromCents(stripeCents - feeCents)],
	["In the shop's books", ({ booksCents }) => dollarsFromCents(booksCents)],
	["Difference", ({ stripeCents, booksCents }) => dollarsFromCents(stripeCents - booksCents)],
];

/** @throws ShopError 503 if Stripe's list is unavailable; 400 if it is too long, because a truncated file would look complete */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { from, to, period } = readPeriod(url.searchParams, new Date());
	const headers = createCsvHeaders("money", `${from}-to-${to}`);
	if (request.method === "HEAD") return new Response(null, { headers });
	const entries = await getCompleteLedger(context.get(shopContext), period);
	const records = [
		formatCsvRecord(columns.map(([heading]) => heading)),
		...entries.toReversed().map((entry) => formatCsvRecord(columns.map(([, cell]) => cell(entry)))),
	];
	return new Response(byteOrderMark + records.join(""), { headers });
}
