import { expect, test, vi } from "vitest";
import { soakEdge } from "../edge/soak.ts";

test("despite delays and failures, no page is out of date for more than ten minutes, no purge is lost, and nobody is signed out", async () => {
	vi.spyOn(console, "log").mockImplementation(() => undefined);
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	const [actionCount, seed] = [150, 7];
	const totals = await soakEdge(actionCount, seed).finally(() => vi.restoreAllMocks());
	expect(totals.writes).toBeGreaterThan(20);
	expect(totals.cacheHits).toBeGreaterThan(20);
	expect(totals.purgesRejected).toBeGreaterThan(0);
	expect(totals.signIns).toBeGreaterThan(0);
});
