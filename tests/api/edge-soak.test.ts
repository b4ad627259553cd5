import { expect, test, vi } from "vitest";
import { soakEdge } from "../edge/soak.ts";

test("no page is older than ten minutes, no purge is lost and nobody is signed out, whatever is late or fails", async () => {
	vi.spyOn(console, "log").mockImplementation(() => undefined);
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	const sums = await soakEdge(150, 7).finally(() => vi.restoreAllMocks());
	expect(sums.writes).toBeGreaterThan(20);
	expect(sums.fromEdge).toBeGreaterThan(20);
	expect(sums.purgesRejected).toBeGreaterThan(0);
	expect(sums.signIns).toBeGreaterThan(0);
});
