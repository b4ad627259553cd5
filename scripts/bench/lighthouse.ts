import * as v from "valibot";
import { requireChromium } from "../support/chromium.ts";
import { runProgram } from "../support/programs.ts";
import { Refusal } from "../support/refusal.ts";
import { stage } from "../support/stage.ts";
import { table, writeSection } from "./document.ts";
import { startEdge } from "./edge.ts";
import { describeMachine } from "./machine.ts";
import { median } from "./rounds.ts";
import { openWorld, productId } from "./world.ts";

const categories = ["performance", "accessibility", "best-practices", "seo", "agentic-browsing"];
const timings = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"];
const chromeFlags = [
	"--headless=new",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-background-networking",
	"--disable-quic",
	"--no-first-run",
	"--disable-component-update",
	"--disable-sync",
];

const auditSchema = v.object({
	title: v.string(),
	score: v.nullable(v.number()),
	numericValue: v.optional(v.number()),
});
const reportSchema = v.object({
	lighthouseVersion: v.string(),
	finalDisplayedUrl: v.string(),
	categories: v.record(
		v.string(),
		v.object({
			score: v.nullable(v.number()),
			auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
		}),
	),
	audits: v.record(v.string(), auditSchema),
});
type Report = v.InferOutput<typeof reportSchema>;

/** @param cookie of the visitor, or "" */
async function audit(url: string, cookie: string): Promise<Report> {
	const args = [url, "--quiet", "--output=json", `--chrome-flags=${chromeFlags.join(" ")}`];
	if (cookie) args.push(`--extra-headers=${JSON.stringify({ Cookie: cookie })}`);
	// What Lighthouse answers 404 for is a page here too.
	const { output } = await runProgram("lighthouse", [...args, "--ignore-status-code"]);
	const report = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), output);
	if (!report.success) throw new Refusal(`Lighthouse failed on ${url}:\n${output.slice(0, 2000)}`);
	const { finalDisplayedUrl } = report.output;
	if (finalDisplayedUrl !== url)
		throw new Refusal(`${url} led Lighthouse to ${finalDisplayedUrl}.`);
	return report.output;
}

const score = (report: Report, category: string) =>
	Math.round((report.categories[category]?.score ?? 0) * 100);
const milliseconds = (report: Report, timing: string) =>
	Math.round(report.audits[timing]?.numericValue ?? Number.NaN);
const shift = (report: Report) =>
	report.audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN;

/** @returns the titles of the audits that cost points */
const complaints = ({ categories: scored, audits }: Report): string[] =>
	Object.values(scored).flatMap(({ auditRefs }) =>
		auditRefs
			.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
			.map(({ id }) => audits[id]?.title ?? id),
	);

async function auditOften(name: string, url: string, cookie: string, runs: number) {
	const reports: Report[] = [];
	for (let run = 0; run < runs; run += 1) reports.push(await audit(url, cookie));
	const middle = (read: (report: Report) => number) => median(reports.map(read));
	for (const complaint of new Set(reports.flatMap(complaints)))
		console.log(`${name}: ${complaint}`);
	return [
		name,
		...categories.map((category) => middle((report) => score(report, category))),
		...timings.map((timing) => middle((report) => milliseconds(report, timing))),
		middle(shift).toFixed(3),
	];
}

/**
 * `npm run bench -- lighthouse`: six pages as Lighthouse's phone sees them, into docs/performance.md.
 * @param runs of each page; the table has their medians
 */
export async function runLighthouse(runs: number): Promise<void> {
	const machine = await describeMachine();
	process.env.CHROME_PATH = await requireChromium();
	const world = await openWorld();
	const edge = await startEdge(world.shop.url);
	const cookie = world.buyers[0]?.cookie ?? "";
	const pages = [
		["home", "/", ""],
		["purchase", `/purchase/${productId}`, cookie],
		["login", "/login", ""],
		["blogs", "/blogs", ""],
		["404", "/nothing-here", ""],
		["my orders", "/dashbord/myorders", cookie],
	] as const;
	try {
		const rows: (string | number)[][] = [];
		for (const [name, path, own] of pages) {
			const page = () => auditOften(name, `${edge.url}${path}`, own, runs);
			rows.push(await stage(`Lighthouse: ${name}`, page));
		}
		const head = ["page", ...categories, "FCP ms", "LCP ms", "TBT ms", "CLS"];
		const text = `Medians of ${runs}, on ${machine}.\n\n${table(head, rows)}`;
		await writeSection("lighthouse", text);
		console.log(text);
	} finally {
		edge.stop();
		await world.stop();
	}
}
