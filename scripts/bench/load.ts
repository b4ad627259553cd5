import { readFile } from "node:fs/promises";
import autocannon, { type Request } from "autocannon";
import { table } from "../support/report.ts";
import { type Buyer, productId, type Server, type Servers } from "./servers.ts";

/** One line of the table: `requests` go to a server, one for each client in turn; `of` is the label of the row it is compared with. */
type Row = { label: string; server: Server; requests: Request[]; of?: string; aim?: number };

/** One round of one row. `cpuMs`: CPU time of the whole workerd for one request; NaN where the system does not report it. */
type Sample = { perSecond: number; cpuMs: number; p50: number; p99: number };

type Measured = Row & { samples: Sample[] };

const clients = 16;
/** Of Linux: one tick of CPU time is 10 ms (`getconf CLK_TCK`). */
const tickMs = 10;

/** @returns CPU time that a process has used so far, in ms; NaN where there is no /proc */
async function cpuMsOf(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
	const fields = stat.slice(stat.lastIndexOf(")")).split(" ");
	return (Number(fields[12]) + Number(fields[13])) * tickMs;
}

const orderOf = ({ id, email }: Buyer) =>
	JSON.stringify({
		toolId: productId,
		toolName: "Bench tool",
		toolPrice: 12.5,
		quantity: 1,
		name: id,
		email,
		location: "1 Bench Road",
		phone: "555 0100",
	});

/** @returns every row; those that are compared are next to each other in time */
function listRows({ shop, minimal, buyers }: Servers): Row[] {
	const get = (path: string) => [{ path }];
	const signedIn = (path: string) =>
		buyers.map(({ cookie }) => ({ path, headers: { Cookie: cookie } }));
	const ordering = (server: Server, pathOf: (buyer: Buyer) => string) =>
		buyers.map((buyer) => ({
			path: pathOf(buyer),
			method: "POST" as const,
			headers: {
				"Content-Type": "application/json",
				Cookie: buyer.cookie,
				Origin: server.url,
			},
			body: orderOf(buyer),
		}));
	const page = "minimal page";
	const products = "minimal GET products";
	const order = "minimal POST order";
	return [
		{ label: page, server: minimal, requests: get("/") },
		{ label: "home", server: shop, requests: get("/"), of: page, aim: 0.85 },
		{ label: "home, signed in", server: shop, requests: signedIn("/"), of: "home", aim: 0.8 },
		{ label: "purchase", server: shop, requests: signedIn(`/purchase/${productId}`), of: page },
		{ label: "my orders", server: shop, requests: signedIn("/dashbord/myorders"), of: page },
		{ label: products, server: minimal, requests: get("/bare/products") },
		{
			label: "GET /products",
			server: shop,
			requests: get("/products?page=0&size=6"),
			of: products,
			aim: 0.95,
		},
		{
			label: order,
			server: minimal,
			requests: ordering(minimal, ({ id }) => `/bare/orders/${id}`),
		},
		{
			label: "POST /orders",
			server: shop,
			requests: ordering(shop, () => "/orders"),
			of: order,
			aim: 0.6,
		},
	];
}

/** @throws Error when a request failed */
async function load({ label, server, requests }: Row, seconds: number): Promise<Sample> {
	let client = 0;
	const before = await cpuMsOf(server.pid);
	const result = await autocannon({
		url: server.url,
		connections: clients,
		duration: seconds,
		setupClient: (connection) => {
			connection.setRequests(requests.slice(client % requests.length).slice(0, 1));
			client += 1;
		},
	});
	const cpuMs = (await cpuMsOf(server.pid)) - before;
	const failed = result.non2xx + result.errors + result.timeouts;
	const total = result.requests.total;
	if (failed > 0 || total === 0) {
		throw new Error(`${label}: ${failed} of ${total + failed} requests failed.`);
	}
	const { p50, p99 } = result.latency;
	return { perSecond: total / result.duration, cpuMs: cpuMs / total, p50, p99 };
}

const median = (values: number[]) =>
	values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** @returns the median of the ratios of one row to the other, round by round, as other load on the machine slowed both */
const ratio = (one: Measured, other: Measured, property: keyof Sample) =>
	median(
		one.samples.map(
			(sample, round) => sample[property] / (other.samples[round]?.[property] ?? Number.NaN),
		),
	);

function cellsOf(row: Measured, all: Measured[]): (string | number)[] {
	const middle = (property: keyof Sample) => median(row.samples.map((sample) => sample[property]));
	const own = [row.label, Math.round(middle("perSecond")), middle("p50"), middle("p99")];
	const cpuMs = middle("cpuMs").toFixed(2);
	const other = all.find(({ label }) => label === row.of);
	if (!other) return [...own, cpuMs, "", "", "", ""];
	const bySpeed = ratio(row, other, "perSecond").toFixed(2);
	const byCpu = (1 / ratio(row, other, "cpuMs")).toFixed(2);
	const aim = row.aim === undefined ? "" : `≥ ${row.aim}`;
	return [...own, cpuMs, bySpeed, byCpu, other.label, aim];
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
	const measured: Measured[] = all
		.filter((row) => wanted.includes(row) || wanted.some(({ of }) => of === row.label))
		.map((row) => ({ ...row, samples: [] }));
	for (const row of measured) await load(row, seconds);
	for (let round = 0; round < rounds; round += 1) {
		for (const row of measured) row.samples.push(await load(row, seconds));
	}
	const numbers = ["requests/s", "p50 ms", "p99 ms", "CPU ms", "× by speed", "× by CPU"];
	return table(
		["row", ...numbers, "of", "aim"],
		measured.map((row) => cellsOf(row, measured)),
	);
}
