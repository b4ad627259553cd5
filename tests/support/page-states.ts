import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type CheckOptions, findAccessibilityProblems } from "./accessibility.ts";
import type { TestAccount } from "./accounts.ts";
import type { TestBrowser } from "./browser.ts";

type Action<Fixture> = (page: Page, fixture: Fixture) => Promise<unknown>;

/** A page, and an action that leads to the state to check. */
export type PageState<Fixture> = CheckOptions & {
	name: string;
	path: string | ((fixture: Fixture) => string);
	action?: Action<Fixture>;
	/** Installs a mock clock, which `action` advances. */
	mockClock?: boolean;
	/** Further states. Each action starts in the previous state, and may lead to another page. */
	next?: { name: string; action: Action<Fixture> }[];
};

/**
 * Follows a link to a dashboard page with a different title. Checking it takes half as long as after a page load, because the
 * scripts and axe stay loaded.
 */
export async function followLink(page: Page, path: string): Promise<void> {
	const title = await page.title();
	await page.locator(`a[href="${path}"]:visible`).first().click();
	await page.waitForURL(path);
	await expect.poll(() => page.title()).not.toBe(title);
	await page.mouse.move(1, 1);
}

/**
 * Defines one test for each page. It fails if the page has an accessibility problem in any of its states.
 * @param getFixture - returns the data that the pages show
 * @param getAccount - returns the signed-in account, if there is one
 */
export function testAccessibility<Fixture>(
	browser: TestBrowser,
	getFixture: () => Fixture,
	getAccount: (fixture: Fixture) => TestAccount | undefined,
	states: PageState<Fixture>[],
): void {
	test.each(states)(
		"$name is accessible",
		async ({ name, path, action, mockClock = false, next = [], ...options }) => {
			const account = getAccount(getFixture());
			const allowedProblems = [/status of 4\d\d/, /no-such-page/];
			const page = await browser.newPage({
				allowedProblems,
				mockClock,
				...(account && { account }),
			});
			await page.goto(typeof path === "string" ? path : path(getFixture()));
			await action?.(page, getFixture());
			expect(await findAccessibilityProblems(page, options), name).toEqual([]);
			for (const state of next) {
				await page.setViewportSize({ width: 1280, height: 900 });
				await state.action(page, getFixture());
				expect(await findAccessibilityProblems(page, options), state.name).toEqual([]);
			}
		},
		120_000,
	);
}
