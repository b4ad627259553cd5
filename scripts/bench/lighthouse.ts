import * as v from "valibot";
import { startRuntime } from "../runtime/runtime.ts";
import { readSandbox, readShop } from "../runtime/workers.ts";
import { requireChromium } from "../support/chromium.ts";
import { runProgram } from "../support/programs.ts";
import { table } from "../support/report.ts";
import { UserError } from "../support/user-error.ts";
import { product } from "./servers.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"];
const timings = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"];
const chromeFlags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking";

const reportSchema = v.object({
	finalDisplayedUrl: v.string(),
	categories: v.record(v.string(), v.object({ score: v.nullable(v.number()) })),
	audits: v.record(v.string(), v.object({ numericValue: v.nullish(v.number()) })),
});
type Report = v.InferOutput<typeof reportSchema>;

async function audit(url: string, cookie: string): Promise<Report> {
	const headers = { "Accept-Encoding": "gzip", ...(cookie ? { Cookie: cookie } : {}) };
	const { output } = await runProgram("lighthouse", [
		...[url, "--quiet", "--output=json", `--chrome-flags=${chromeFlags}`],
		...[`--extra-headers=${JSON.stringify(headers)}`, "--ignore-status-code"],
	]);
	const report = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), output);
	if (!report.success)
		throw new UserError(`Lighthouse failed on ${url}:\n${output.slice(0, 2000)}`);
	const { finalDisplayedUrl } = report.output;
	if (finalDisplayedUrl !== url) throw new UserError(`${url} redirected to ${finalDisplayedUrl}.`);
	return report.output;
}

function cellsOf({ categories: scored, audits }: Report): (string | number)[] {
	const timing = (name: string) => audits[name]?.numericValue ?? Number.NaN;
	return [
		...categories.map((name) => {
			const score = scored[name]?.score ?? null;
			return score === null ? "–" : Math.round(score * 100);
		}),
		...timings.map((name) => Math.round(timing(name))),
		timing("cumulative-layout-shift").toFixed(3),
	];
}

/** Measures pages through the gateway, which compresses like Cloudflare. @param cookie of a shopper */
export async function measurePages(dataFolder: string, cookie: string): Promise<string> {
	process.env.CHROME_PATH = await requireChromium();
	const { url, stop } = await startRuntime({
		workers: [await readShop(), await readSandbox()],
		data: dataFolder,
		visitorAddress: "127.0.0.1",
	});
	const pages: [string, string, string][] = [
		["home", "/", ""],
		["home, signed in", "/", cookie],
		["tools", "/tools", ""],
		["tool", `/tools/${product.id}`, ""],
		["purchase", `/purchase/${product.id}`, cookie],
		["my orders", "/dashbord/myorders", cookie],
		["my profile", "/dashbord", cookie],
		["login", "/login", ""],
		["sign up", "/signup", ""],
		["blogs", "/blogs", ""],
		["404", "/nothing-here", ""],
	];
	try {
		const rows: (string | number)[][] = [];
		for (const [name, path, visitorCookie] of pages) {
			rows.push([name, ...cellsOf(await audit(`${url}${path}`, visitorCookie))]);
		}
		return table(["page", ...categories, "FCP ms", "LCP ms", "TBT ms", "CLS"], rows);
	} finally {
		await stop();
	}
}
