import { readFile } from "node:fs/promises";
import autocannon from "autocannon";
import { table } from "../support/report.ts";
import { type Buyer, productId, type Server, type Servers } from "./servers.ts";

type Request = {
	path: string;
	method?: "POST";
	headers?: Record<string, string>;
	body?: string;
};

/** One line of the table: what the clients send whom, and which line it is compared with. */
type Row = {
	label: string;
	server: Server;
	requests: [Request, ...Request[]];
	against?: { label: string; aim?: number };
};

/** One round of one row. */
type Sample = {
	perSecond: number;
	/** CPU time of the whole workerd for one request; NaN where the system does not tell. */
	cpuMs: number;
	p50: number;
	p99: number;
};

type Measured = Row & { samples: Sample[] };

const clients = 16;
/** Of Linux: one tick of CPU time is 10 ms (`getconf CLK_TCK`). */
const tickMs = 10;

/** @returns CPU time that a process has used so far, in ms; NaN where there is no /proc */
async function cpuMsOf(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
	const [user = Number.NaN, system = Number.NaN] = stat
		.slice(stat.lastIndexOf(")"))
		.split(" ")
		.slice(12, 14)
		.map(Number);
	return (user + system) * tickMs;
}

function forEach(buyers: Buyer[], requestOf: (buyer: Buyer) => Request): Row["requests"] {
	const [first, ...others] = buyers.map(requestOf);
	if (!first) throw new Error("A measurement needs a buyer.");
	return [first, ...others];
}

const orderOf = ({ email, name }: Buyer) =>
	JSON.stringify({
		...{ toolId: productId, toolName: "Bench tool", toolPrice: 12.5, quantity: 1 },
		...{ name, email, location: "1 Bench Road", phone: "555 0100" },
	});

/** @returns every row, those that are compared next to each other in time */
function listRows({ shop, minimal, buyers }: Servers): Row[] {
	const signedIn = (path: string) =>
		forEach(buyers, ({ cookie }) => ({ path, headers: { Cookie: cookie } }));
	const json = { "Content-Type": "application/json" };
	const ordering = (pathOf: (buyer: Buyer) => string, origin: string) =>
		forEach(buyers, (buyer) => ({
			path: pathOf(buyer),
			method: "POST",
			headers: { ...json, Cookie: buyer.cookie, Origin: origin },
			body: orderOf(buyer),
		}));
	const page = { label: "minimal page" };
	return [
		{ label: "minimal page", server: minimal, requests: [{ path: "/" }] },
		{
			...{ label: "home", server: shop, requests: [{ path: "/" }] },
			against: { label: "minimal page", aim: 0.85 },
		},
		{
			...{ label: "home, signed in", server: shop, requests: signedIn("/") },
			against: { label: "home", aim: 0.8 },
		},
		{
			...{ label: "purchase", server: shop, against: page },
			requests: signedIn(`/purchase/${productId}`),
		},
		{
			...{ label: "my orders", server: shop, against: page },
			requests: signedIn("/dashbord/myorders"),
		},
		{ label: "minimal GET products", server: minimal, requests: [{ path: "/bare/products" }] },
		{
			...{ label: "GET /products", server: shop },
			requests: [{ path: "/products?page=0&size=6" }],
			against: { label: "minimal GET products", aim: 0.95 },
		},
		{
			...{ label: "minimal POST order", server: minimal },
			requests: ordering(({ id }) => `/bare/orders/${id}`, minimal.url),
		},
		{
			...{ label: "POST /orders", server: shop },
			requests: ordering(() => "/orders", shop.url),
			against: { label: "minimal POST order", aim: 0.6 },
		},
	];
}

/** @throws Error when a request failed: what does not work is not fast */
async function load({ label, server, requests }: Row, seconds: number): Promise<Sample> {
	let next = 0;
	const before = await cpuMsOf(server.pid);
	const result = await autocannon({
		url: server.url,
		connections: clients,
		duration: seconds,
		setupClient(client) {
			client.setRequests([requests[next % requests.length] ?? requests[0]]);
			next += 1;
		},
	});
	const cpuMs = (await cpuMsOf(server.pid)) - before;
	const failed = result.non2xx + result.errors + result.timeouts;
	const done = result.requests.total;
	if (failed > 0 || done === 0)
		throw new Error(`${label}: ${failed} of ${done + failed} requests failed.`);
	const { p50, p99 } = result.latency;
	return { perSecond: done / result.duration, cpuMs: cpuMs / done, p50, p99 };
}

function median(values: number[]): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Round by round, as what else the machine did slowed both. @returns the median of one row's shares of the other's */
const ratio = (one: Measured, other: Measured, property: keyof Sample) =>
	median(
		one.samples.map(
			(sample, round) => sample[property] / (other.samples[round]?.[property] ?? Number.NaN),
		),
	);

function cellsOf(row: Measured, all: Measured[]): (string | number)[] {
	const middle = (property: keyof Sample) => median(row.samples.map((sample) => sample[property]));
	const own = [
		row.label,
		Math.round(middle("perSecond")),
		middle("p50"),
		middle("p99"),
		middle("cpuMs").toFixed(2),
	];
	const other = all.find(({ label }) => label === row.against?.label);
	if (!other) return [...own, "", "", "", ""];
	const { aim } = row.against ?? {};
	return [
		...own,
		ratio(row, other, "perSecond").toFixed(2),
		(1 / ratio(row, other, "cpuMs")).toFixed(2),
		other.label,
		aim === undefined ? "" : `≥ ${aim}`,
	];
}

/**
 * Warms every row up, then measures all of them round by round.
 * @param only pattern of the rows to measure, with those that they are compared with
 * @returns the table of speeds
 */
export async function measureSpeed(
	servers: Servers,
	{ rounds, seconds, only }: { rounds: number; seconds: number; only: RegExp },
): Promise<string> {
	const all = listRows(servers);
	const wanted = all.filter(({ label }) => only.test(label));
	const compared = new Set(wanted.map(({ against }) => against?.label));
	const rows = all.filter((row) => wanted.includes(row) || compared.has(row.label));
	const measured: Measured[] = rows.map((row) => ({ ...row, samples: [] }));
	for (const row of rows) await load(row, seconds);
	for (let round = 0; round < rounds; round += 1) {
		for (const row of measured) row.samples.push(await load(row, seconds));
	}
	const numbers = ["requests/s", "p50 ms", "p99 ms", "CPU ms", "× by speed", "× by CPU"];
	return table(
		["row", ...numbers, "of", "aim"],
		measured.map((row) => cellsOf(row, measured)),
	);
}
