import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { TestAccount } from "./accounts.ts";
import { findBarriers, type Where } from "./barriers.ts";
import type { TestBrowser } from "./browser.ts";

/** A page in one of its states: its path, and what is done there to bring the state about. */
export type State<World> = Where & {
	name: string;
	path: string | ((world: World) => string);
	act?: (page: Page, world: World) => Promise<unknown>;
};

/** Makes a test of each state: nobody is kept out of it. @param world what the pages show, made once */
export function testStates<World>(
	browser: TestBrowser,
	world: () => World,
	visitor: (world: World) => TestAccount | undefined,
	states: State<World>[],
): void {
	test.each(states)(
		"nothing keeps anyone out of $name",
		async ({ path, act, ...where }) => {
			const account = visitor(world());
			const allow = [/status of 4\d\d/, /no-such-page/];
			const page = await browser.newPage({ allow, ...(account && { account }) });
			await page.goto(typeof path === "string" ? path : path(world()));
			await act?.(page, world());
			expect(await findBarriers(page, where)).toEqual([]);
		},
		120_000,
	);
}
