import { expect, test } from "vitest";
import {
	injectRace,
	killAtEachTrip,
	lastPieces,
	movers,
	races,
} from "../../../tests/model/stock-races.ts";
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

test.each(movers.map((act) => ({ act, title: act.name })))(
	"$title, killed before each of its round trips: no piece appears or vanishes",
	async ({ act }) => {
		expect(await killAtEachTrip(local, act)).toBeGreaterThan(0);
	},
);
