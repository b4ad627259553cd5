import lighthouse, { type Result } from "lighthouse";
import puppeteer from "puppeteer-core";
import { startRuntime } from "../runtime/runtime.ts";
import { readSandbox, readShop, shopWorkerName } from "../runtime/workers.ts";
import { requireChromium } from "../support/chromium.ts";
import { formatTable } from "../support/report.ts";
import { UserError } from "../support/user-error.ts";
import { preparePages } from "./pages.ts";
import type { Shopper } from "./servers.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"];
const timings = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"];
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

async function audit(url: string, port: number): Promise<Result> {
	const flags = {
		port,
		extraHeaders: { "Accept-Encoding": "gzip" },
		ignoreStatusCode: true,
		logLevel: "error" as const,
	};
	const report = (await lighthouse(url, flags))?.lhr;
	if (report?.finalDisplayedUrl === url && !report.runtimeError) return report;
	const reason = report?.runtimeError?.message ?? report?.finalDisplayedUrl;
	throw new UserError(`Lighthouse failed on ${url}: ${reason}`);
}

function getCells({ categories: scores, audits }: Result): (string | number)[] {
	const getTiming = (name: string) => audits[name]?.numericValue ?? Number.NaN;
	return [
		...categories.map((name) => {
			const score = scores[name]?.score ?? null;
			return score === null ? "–" : Math.round(score * 100);
		}),
		...timings.map((name) => Math.round(getTiming(name))),
		getTiming("cumulative-layout-shift").toFixed(3),
	];
}

/** Measures pages through the gateway, which compresses like Cloudflare. */
export async function measurePages(dataFolder: string, shopper: Shopper): Promise<string> {
	const { url, miniflare, stop } = await startRuntime({
		workers: [await readShop(), await readSandbox()],
		dataFolder,
		visitorAddress: "127.0.0.1",
	});
	const pages = await preparePages(await miniflare.getD1Database("DB", shopWorkerName), shopper);
	const browser = await puppeteer.launch({ executablePath: await requireChromium(), args });
	try {
		const rows: (string | number)[][] = [];
		for (const { name, path, isSignedIn } of pages) {
			// Not an extra header, because Lighthouse removes those while the page still refreshes its data, which would then redirect to the login page.
			const cookie = { name: "session", value: shopper.session, domain: new URL(url).hostname };
			if (isSignedIn) await browser.setCookie({ ...cookie, path: "/" });
			else await browser.deleteCookie(...(await browser.cookies()));
			const port = Number(new URL(browser.wsEndpoint()).port);
			rows.push([name, ...getCells(await audit(`${url}${path}`, port))]);
		}
		return formatTable(["page", ...categories, "FCP ms", "LCP ms", "TBT ms", "CLS"], rows);
	} finally {
		await browser.close();
		await stop();
	}
}
