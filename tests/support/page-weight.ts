import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";

const isScript = (response: Response) =>
	(response.headers()["content-type"] ?? "").includes("javascript");

/** Starts to record the scripts that a page loads. */
export function recordScripts(page: Page) {
	const scripts: Response[] = [];
	page.on("response", (response) => {
		if (isScript(response)) scripts.push(response);
	});
	return {
		/** Returns the URLs of the scripts loaded so far. */
		getUrls: () => scripts.map((script) => script.url()),
		/** Returns the size in bytes of the scripts loaded so far, after gzip. */
		async measureGzippedBytes(): Promise<number> {
			const bodies = await Promise.all(scripts.map((script) => script.body()));
			return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
		},
	};
}

/** Limits the network to Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip. */
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

/** Returns the page's Cumulative Layout Shift so far. */
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
				// The observer is not called if there were no shifts.
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
			}),
	);
