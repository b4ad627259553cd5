import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type CheckOptions, findAccessibilityProblems } from "./accessibility.ts";
import type { TestAccount } from "./accounts.ts";
import type { TestBrowser } from "./browser.ts";

type Action = (page: Page) => Promise<unknown>;

/** A page, and an action that leads to the state to check. */
type PageState = CheckOptions & {
	name: string;
	path: string;
	action?: Action;
	/** Installs a mock clock, which `action` advances. */
	mockClock?: boolean;
	/** Further states. Each action starts in the previous state, and may lead to another page. */
	next?: { name: string; action: Action }[];
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

/** Defines one test for each page. It fails if the page has an accessibility problem in any of its states. */
export function testAccessibility(
	{ browser, account }: { browser: TestBrowser; account?: TestAccount },
	states: PageState[],
): void {
	test.each(states)(
		"$name is accessible",
		async ({ name, path, action, mockClock = false, next = [], ...options }) => {
			const allowedProblems = [/status of 4\d\d/, /no-such-page/];
			const page = await browser.newPage({
				allowedProblems,
				mockClock,
				...(account && { account }),
			});
			await page.goto(path);
			await action?.(page);
			expect(await findAccessibilityProblems(page, options), name).toEqual([]);
			for (const state of next) {
				await page.setViewportSize({ width: 1280, height: 900 });
				await state.action(page);
				expect(await findAccessibilityProblems(page, options), state.name).toEqual([]);
			}
		},
		120_000,
	);
}
