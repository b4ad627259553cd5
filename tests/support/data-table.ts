import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Expects the table to have these columns in this order. Other columns are ignored. */
export async function expectHeadings(page: Page, headings: string[]): Promise<void> {
	const columns = await page.getByRole("columnheader").allTextContents();
	expect(columns.filter((column) => headings.includes(column))).toEqual(headings);
}

/** Returns the text of each cell, keyed by the heading of its column. */
export async function readCells(row: Locator): Promise<Record<string, string>> {
	const cells = await row.locator("td[data-label]").all();
	const entries = cells.map(async (cell) => [
		await cell.getAttribute("data-label"),
		await cell.textContent(),
	]);
	return Object.fromEntries(await Promise.all(entries));
}
