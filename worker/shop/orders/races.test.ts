import { expect, test } from "vitest";
import { injectRace, lastPieces, races } from "../../../tests/model/stock-races.ts";
import { openLocalShop } from "../../../tests/support/local-shop.ts";

const local = openLocalShop();

test.each(races.map((race) => ({ race, title: race.map(({ name }) => name).join(" × ") })))(
	"$title, at each point: as if the one came after the other",
	async ({ race }) => {
		expect((await injectRace(local, race)).interleavings).toBeGreaterThan(0);
	},
);

test("the last pieces go to one of two orders, whichever comes between", async () => {
	const { interleavings, sold, refused } = await injectRace(local, lastPieces);
	expect([sold, refused]).toEqual([interleavings, interleavings]);
});
