import { byteOrderMark } from "#contract/csv.ts";
import { orderStates } from "#contract/order-states.ts";
import type { Account } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { auditLog } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { readBehind } from "./behind.ts";
import { csvHead, toCsv } from "./csv.ts";
import type { Order } from "./read.ts";
import type { OrderView } from "./search.ts";

/** Orders read at a time: 100,000 take 40 statements, and a page about a megabyte of a Worker's 128. */
const pageSize = 2_500;

/** Without what was searched: it may be the email of somebody whose account ends. */
const inWords = ({ state, search, by }: OrderView): string =>
	[state ? orderStates[state].label : "All but cancelled", search && `filtered by ${by}`]
		.filter(Boolean)
		.join(", ");

async function note({ db }: Shop, account: Account, view: OrderView): Promise<void> {
	const { id: userId, email: actor } = account;
	const subject = { subjectId: "orders.csv", subject: "Orders", detail: inWords(view) };
	const line = { id: createId(), userId, actor, action: "orders-exported", ...subject };
	await retry(() => db.insert(auditLog).values(line).onConflictDoNothing());
}

/** One page is read when the one before has been taken. */
function streamOrders(shop: Shop, view: OrderView): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let last: Order | null = null;
	return new ReadableStream({
		start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvHead)),
		async pull(controller) {
			const rows: Order[] = await readBehind(shop, view, last, pageSize);
			if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(toCsv).join("")));
			if (rows.length < pageSize) controller.close();
			last = rows.at(-1) ?? null;
		},
	});
}

/**
 * The orders of a view as CSV (RFC 4180, UTF-8 with byte order mark), read while they are sent. That they left is noted
 * before the first of them does.
 * @throws ShopError 401, 403
 */
export async function exportOrders(
	shop: Shop,
	view: OrderView,
): Promise<ReadableStream<Uint8Array>> {
	const account = requireCapability(shop, "orders:export");
	await note(shop, account, view);
	return streamOrders(shop, view);
}
