import { dayMs } from "#contract/days.ts";
import { ShopError } from "#contract/errors.ts";
import { ledgerDaysMax } from "#contract/limits.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { getLedger, type LedgerEntry } from "#worker/shop/payments/ledger.ts";

/** Before Stripe existed. Stripe rejects times before 1970. */
const earliestDay = new Date("2000-01-01T00:00:00Z");

const toDay = (date: Date) => date.toISOString().slice(0, 10);

function parseDay(text: string | null): Date | null {
	if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
	const date = new Date(`${text}T00:00:00Z`);
	return date >= earliestDay ? date : null;
}

/**
 * Reads the days `from` and `to` (UTC, both inclusive, at most `ledgerDaysMax` in total). The default is this month up to today.
 * @returns the days; `period`, the same days as times, up to the end of the last day; and `isCut`, whether the chosen period was too long
 */
export function readPeriod(params: URLSearchParams, now: Date) {
	const today = parseDay(toDay(now)) ?? now;
	const first = parseDay(params.get("from")) ?? parseDay(`${toDay(now).slice(0, 7)}-01`) ?? today;
	const last = parseDay(params.get("to")) ?? today;
	const [from, end] = first <= last ? [first, last] : [last, first];
	const maxEnd = new Date(from.getTime() + (ledgerDaysMax - 1) * dayMs);
	const to = end > maxEnd ? maxEnd : end;
	return {
		from: toDay(from),
		to: toDay(to),
		isCut: end > maxEnd,
		period: { from, to: new Date(to.getTime() + dayMs) },
	};
}

/** Returns this month and last month, in UTC, in the format that `readPeriod` reads. */
export function listMonths(now: Date) {
	const getMonthStart = (offset: number) =>
		new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset));
	return [
		{ label: "This month", from: toDay(getMonthStart(0)), to: toDay(now) },
		{
			label: "Last month",
			from: toDay(getMonthStart(-1)),
			to: toDay(new Date(getMonthStart(0).getTime() - dayMs)),
		},
	];
}

/** `entries` is null if Stripe does not respond, or if the key is not allowed to read balance transactions. */
export async function readLedger(
	shop: ShopContext,
	period: { from: Date; to: Date },
): Promise<{ entries: LedgerEntry[] | null; isTruncated: boolean }> {
	try {
		return await getLedger(shop, period);
	} catch (error) {
		if (error instanceof ShopError && error.status === 503)
			return { entries: null, isTruncated: false };
		throw error;
	}
}
