import { readFile } from "node:fs/promises";
import autocannon, { type Request } from "autocannon";
import { table } from "../support/report.ts";
import { type Buyer, delivery, product, type Server, type Servers } from "./servers.ts";

/** One line of the table: `requests` go to a server, one for each client in turn; `of` is the label of the row it is compared with. */
type Row = {
	label: string;
	server: Server;
	requests: Request[];
	of?: string | undefined;
	aim?: number | undefined;
};

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
		toolId: product.id,
		toolName: product.name,
		toolPrice: product.priceCents / 100,
		quantity: 1,
		name: id,
		email,
		...delivery,
	});

/** @returns every row; those that are compared are next to each other in time */
function listRows({ shop, minimal, buyers }: Servers): Row[] {
	const get = (path: string) => [{ path }];
	const signedIn = (path: string) =>
		buyers.map(({ cookie }) => ({ path, headers: { Cookie: cookie } }));
	const ordering = (server: Server, path: string) =>
		buyers.map((buyer) => ({
			path: path.replace(":id", buyer.id),
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
	const rows: [label: string, server: Server, requests: Request[], of?: string, aim?: number][] = [
		[page, minimal, get("/")],
		["home", shop, get("/"), page, 0.85],
		["home, signed in", shop, signedIn("/"), "home", 0.8],
		["purchase", shop, signedIn(`/purchase/${product.id}`), page],
		["my orders", shop, signedIn("/dashbord/myorders"), page],
		[products, minimal, get("/bare/products")],
		["GET /products", shop, get("/products?page=0&size=6"), products, 0.95],
		[order, minimal, ordering(minimal, "/bare/orders/:id")],
		["POST /orders", shop, ordering(shop, "/orders"), order, 0.6],
	];
	return rows.map(([label, server, requests, of, aim]) => ({ label, server, requests, of, aim }));
}

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

/** @param only pattern of the rows to measure, with those that they are compared with @returns the table */
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
