import type { Page } from "playwright-core";

/** Prints a page as a PDF, and returns its number of pages. */
export async function countPrintedPages(page: Page, format: "A4" | "Letter"): Promise<number> {
	const pdf = (await page.pdf({ format, preferCSSPageSize: true })).toString("latin1");
	return pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
}
