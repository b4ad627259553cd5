import { inSeconds, pollUntil } from "./clock.ts";
import { Unchecked } from "./steps.ts";
import { expectStatus, type Visitor } from "./visitor.ts";
import type { World } from "./world.ts";

/** No public page is out of date for longer: "The promise" of docs/decisions/edge-cache.md. */
export const promisedSeconds = 600;
/** A purge that Cloudflare takes is done by then; what lasts longer was refused or has failed. */
const promptMs = 10_000;
/** After so many the reader should know what is waited for. */
const silentMs = 5_000;

type Watched = Pick<World, "clock" | "look" | "cacheSeconds" | "tell">;
type Review = { id: string; text: string; page: string };

/** @returns milliseconds until the page is as wanted @throws Error where that is later than promised; Unchecked where that cannot be said yet */
async function waitFor(world: Watched, { page, text }: Review, isShown: boolean): Promise<number> {
	const { clock, cacheSeconds, tell, look } = world;
	const fault = isShown ? "does not show a new review" : "still shows a hidden review";
	const began = clock.now();
	let isTold = false;
	const took = await pollUntil(clock, cacheSeconds * 1000, async () => {
		const body = await (await expectStatus(look(page), 200)).text();
		if (body.includes(text) === isShown) return true;
		if (!isTold && clock.now() - began >= silentMs) {
			isTold = true;
			tell(`${page} ${fault}. Waiting for the edge's cache, ${cacheSeconds} s at most.`);
		}
		return false;
	});
	if (took !== null) return took;
	const late = `${page} ${fault} after ${cacheSeconds} s`;
	if (cacheSeconds >= promisedSeconds) throw new Error(late);
	throw new Unchecked(`${late}; up to ${promisedSeconds} s are promised`);
}

/**
 * Hides a review as an admin, and measures until the public page is without it.
 * @param review that was just written @returns what was seen
 * @throws Error where a page is out of date for longer than promised; Unchecked where the wait was shorter than that
 */
export async function watchCache(world: Watched, admin: Visitor, review: Review): Promise<string> {
	const shown = await waitFor(world, review, true);
	const hide = { task: "hide", review: review.id };
	await expectStatus(admin.submit("/dashbord/manageReview", hide), 303);
	const gone = await waitFor(world, review, false);
	const seen = `seen on ${review.page} after ${inSeconds(shown)}, seen gone after ${inSeconds(gone)}`;
	if (Math.max(shown, gone) <= promptMs) return seen;
	return `${seen}: within the ${promisedSeconds} s promised, but the purge was late or refused`;
}
