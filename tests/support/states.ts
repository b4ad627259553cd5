import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { TestAccount } from "./accounts.ts";
import { findBarriers, type Where } from "./barriers.ts";
import type { TestBrowser } from "./browser.ts";

type Act<World> = (page: Page, world: World) => Promise<unknown>;

/** A page in one of its states: its path, and what is done there to get to the state. */
export type State<World> = Where & {
	name: string;
	path: string | ((world: World) => string);
	act?: Act<World>;
	/** True: under a clock that `act` moves. */
	clock?: boolean;
	/** The states that follow on the same page, and how to get from each to the next. */
	next?: { name: string; act: Act<World> }[];
};

/** Makes a test of each page: nothing in its states is a barrier. @param world what the pages show, made once */
export function testStates<World>(
	browser: TestBrowser,
	world: () => World,
	visitor: (world: World) => TestAccount | undefined,
	states: State<World>[],
): void {
	test.each(states)(
		"$name is accessible",
		async ({ name, path, act, clock = false, next = [], ...where }) => {
			const account = visitor(world());
			const allow = [/status of 4\d\d/, /no-such-page/];
			const page = await browser.newPage({ allow, clock, ...(account && { account }) });
			await page.goto(typeof path === "string" ? path : path(world()));
			await act?.(page, world());
			expect(await findBarriers(page, where), name).toEqual([]);
			for (const state of next) {
				await page.setViewportSize({ width: 1280, height: 900 });
				await state.act(page, world());
				expect(await findBarriers(page, where), state.name).toEqual([]);
			}
		},
		120_000,
	);
}
