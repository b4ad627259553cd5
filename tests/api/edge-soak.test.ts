import { expect, test, vi } from "vitest";
import { soakEdge } from "../edge/soak.ts";

test("no page is older than ten minutes, no purge is lost and nobody is signed out, whatever is late or fails", async () => {
	vi.spyOn(console, "log").mockImplementation(() => undefined);
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	const totals = await soakEdge(150, 7).finally(() => vi.restoreAllMocks());
	expect(totals.writes).toBeGreaterThan(20);
	expect(totals.fromEdge).toBeGreaterThan(20);
	expect(totals.purgesRejected).toBeGreaterThan(0);
	expect(totals.signIns).toBeGreaterThan(0);
});
