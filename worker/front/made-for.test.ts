import { expect, test } from "vitest";
import { createMeter } from "#worker/db/meter.ts";
import { noteMaking, takeNote } from "./made-for.ts";

const cost = { statements: 3, roundTrips: 1, rowsRead: 14, rowsWritten: 0, ms: 2.5, wrote: false };

function openNoted(request: string) {
	const page = new Response("page");
	noteMaking(page, request, cost);
	return page;
}

test("what a page cost is counted for the request that it was made for", () => {
	const [page, meter] = [openNoted("own"), createMeter()];
	expect(takeNote(page, "own", meter)).toBe(true);
	expect(meter).toEqual(cost);
});

test("a copy from the edge cost nothing", () => {
	const [page, meter] = [openNoted("somebody else's"), createMeter()];
	expect(takeNote(page, "own", meter)).toBe(false);
	expect(meter).toEqual(createMeter());
});

test("no visitor sees the note", () => {
	const page = openNoted("own");
	takeNote(page, "other", createMeter());
	expect([...page.headers.keys()]).toEqual([...new Response("page").headers.keys()]);
});
