import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";

const isScript = (response: Response) =>
	(response.headers()["content-type"] ?? "").includes("javascript");

/** Notes the scripts that a page loads, from now on. */
export function recordScripts(page: Page) {
	const scripts: Response[] = [];
	page.on("response", (response) => {
		if (isScript(response)) scripts.push(response);
	});
	return {
		/** @returns their addresses so far */
		urls: () => scripts.map((script) => script.url()),
		/** @returns their bytes after gzip so far */
		async gzippedBytes(): Promise<number> {
			const bodies = await Promise.all(scripts.map((script) => script.body()));
			return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
		},
	};
}

/** The network of a phone on a weak connection, as Lighthouse throttles it: 1.6 Mbit/s down, 150 ms there and back. */
export async function throttleNetwork(page: Page): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Network.enable");
	await devtools.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: 150,
		downloadThroughput: (1.6 * 1024 * 1024) / 8,
		uploadThroughput: (750 * 1024) / 8,
	});
}

/** @returns how much of the page has moved by itself since it began (Cumulative Layout Shift) */
export const readLayoutShift = (page: Page): Promise<number> =>
	page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				new PerformanceObserver((list, observer) => {
					observer.disconnect();
					const shifts = list.getEntriesByType("layout-shift");
					resolve(
						shifts.reduce((sum, entry) => sum + ("value" in entry ? Number(entry.value) : 0), 0),
					);
				}).observe({ type: "layout-shift", buffered: true });
				// An observer with nothing to tell is never called.
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
			}),
	);
