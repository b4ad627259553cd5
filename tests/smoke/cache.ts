import { formatSeconds, pollUntil } from "./clock.ts";
import type { SmokeContext } from "./context.ts";
import { UncheckedError } from "./steps.ts";
import { expectStatus, type Visitor } from "./visitor.ts";

/** The longest time for which a public page may be out of date: "The promise" in docs/decisions/edge-cache.md. */
export const maxStaleSeconds = 600;
/** If a page is out of date for longer, Cloudflare has rejected the purge, or the purge has failed. */
const maxPurgeMs = 10_000;
/** After this time, a message says what the smoke test is waiting for. */
const messageDelayMs = 5_000;

type CacheContext = Pick<SmokeContext, "clock" | "fetchPublicPage" | "cacheSeconds" | "log">;
type Review = { id: string; text: string; page: string };

/**
 * Waits until the page shows the review, or no longer shows it.
 * @returns how many milliseconds it took
 * @throws Error if the page is out of date for more than `maxStaleSeconds`; UncheckedError if `cacheSeconds` is shorter than that
 */
async function waitForPage(
	context: CacheContext,
	{ page, text }: Review,
	shouldShow: boolean,
): Promise<number> {
	const { clock, cacheSeconds, log, fetchPublicPage } = context;
	const problem = shouldShow ? "does not show a new review" : "still shows a hidden review";
	const startedAt = clock.now();
	let isLogged = false;
	const elapsedMs = await pollUntil(clock, cacheSeconds * 1000, async () => {
		const body = await (await expectStatus(fetchPublicPage(page), 200)).text();
		if (body.includes(text) === shouldShow) return true;
		if (!isLogged && clock.now() - startedAt >= messageDelayMs) {
			isLogged = true;
			log(`${page} ${problem}. Waiting for the edge cache, ${cacheSeconds} s at most.`);
		}
		return false;
	});
	if (elapsedMs !== null) return elapsedMs;
	const message = `${page} ${problem} after ${cacheSeconds} s`;
	if (cacheSeconds >= maxStaleSeconds) throw new Error(message);
	throw new UncheckedError(`${message}; the limit is ${maxStaleSeconds} s`);
}

/**
 * Measures how long a public page takes to show a new review, and to remove it after an admin hides it.
 * @param review - a review that was just written
 * @returns the times, in a sentence
 * @throws Error if the page is out of date for more than `maxStaleSeconds`; UncheckedError if `cacheSeconds` is shorter than that
 */
export async function measureCache(
	context: CacheContext,
	admin: Visitor,
	review: Review,
): Promise<string> {
	const shownMs = await waitForPage(context, review, true);
	const hide = { task: "hide", review: review.id };
	await expectStatus(admin.submit("/dashbord/manageReview", hide), 303);
	const hiddenMs = await waitForPage(context, review, false);
	const times = `shown on ${review.page} after ${formatSeconds(shownMs)}, hidden after ${formatSeconds(hiddenMs)}`;
	if (Math.max(shownMs, hiddenMs) <= maxPurgeMs) return times;
	return `${times}: within the limit of ${maxStaleSeconds} s, but the purge was late or rejected`;
}
