import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type CheckOptions, findAccessibilityProblems } from "./accessibility.ts";
import type { TestAccount } from "./accounts.ts";
import type { TestBrowser } from "./browser.ts";

type Action<World> = (page: Page, world: World) => Promise<unknown>;

/** A page in one of its states: its path, and what is done there to get to the state. */
export type PageState<World> = CheckOptions & {
	name: string;
	path: string | ((world: World) => string);
	action?: Action<World>;
	/** True: under a clock that `act` moves. */
	mockClock?: boolean;
	/** The states that follow on the same page, and how to get from each to the next. */
	next?: { name: string; action: Action<World> }[];
};

/** Makes a test of each page: nothing in its states is a barrier. @param world what the pages show, made once */
export function testAccessibility<World>(
	browser: TestBrowser,
	world: () => World,
	visitor: (world: World) => TestAccount | undefined,
	states: PageState<World>[],
): void {
	test.each(states)(
		"$name is accessible",
		async ({ name, path, action, mockClock = false, next = [], ...where }) => {
			const account = visitor(world());
			const allowedProblems = [/status of 4\d\d/, /no-such-page/];
			const page = await browser.newPage({
				allowedProblems,
				mockClock,
				...(account && { account }),
			});
			await page.goto(typeof path === "string" ? path : path(world()));
			await action?.(page, world());
			expect(await findAccessibilityProblems(page, where), name).toEqual([]);
			for (const state of next) {
				await page.setViewportSize({ width: 1280, height: 900 });
				await state.action(page, world());
				expect(await findAccessibilityProblems(page, where), state.name).toEqual([]);
			}
		},
		120_000,
	);
}
