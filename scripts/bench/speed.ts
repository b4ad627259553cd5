import autocannon, { type Request } from "autocannon";
import { formatTable } from "../support/report.ts";
import { UserError } from "../support/user-error.ts";
import { delivery, getCpuMs, product, type Server, type Servers, type Shopper } from "./servers.ts";

type Row = {
	label: string;
	server: Server;
	/** Each client repeats its share of the requests. */
	requests: Request[];
	baseline?: string | undefined;
	target?: number | undefined;
};

/** The result of one round. `cpuMs` is workerd's CPU time for one request. */
type Sample = { perSecond: number; cpuMs: number; p50: number; p99: number };

type MeasuredRow = Row & { samples: Sample[] };

const clientCount = 16;
const createOrderBody = ({ id, email }: Shopper) =>
	JSON.stringify({
		toolId: product.id,
		toolName: product.name,
		toolPrice: product.priceCents / 100,
		quantity: 1,
		name: id,
		email,
		...delivery,
	});

/** Lists each row close to its baseline, so that both are measured at about the same time. */
function listRows({ shop, minimal, shoppers }: Servers): Row[] {
	const createGet = (path: string) => [{ path }];
	const createSignedInGets = (path: string) =>
		shoppers.map(({ cookie }) => ({ path, headers: { Cookie: cookie } }));
	const createOrderRequests = (server: Server, path: string) =>
		shoppers.map((shopper) => ({
			path: path.replace(":id", shopper.id),
			method: "POST" as const,
			headers: {
				"Content-Type": "application/json",
				Cookie: shopper.cookie,
				Origin: server.url,
			},
			body: createOrderBody(shopper),
		}));
	const createRow = (
		label: string,
		server: Server,
		requests: Request[],
		baseline?: string,
		target?: number,
	): Row => ({ label, server, requests, baseline, target });
	const minimalPage = "minimal page";
	const minimalProducts = "minimal GET products";
	const minimalOrder = "minimal POST order";
	return [
		createRow(minimalPage, minimal, createGet("/")),
		createRow("home", shop, createGet("/"), minimalPage, 0.85),
		createRow("home, signed in", shop, createSignedInGets("/"), "home", 0.8),
		createRow("purchase", shop, createSignedInGets(`/purchase/${product.id}`), minimalPage),
		createRow("my orders", shop, createSignedInGets("/dashbord/myorders"), minimalPage),
		createRow(minimalProducts, minimal, createGet("/bare/products")),
		createRow("GET /products", shop, createGet("/products?page=0&size=6"), minimalProducts, 0.95),
		createRow(minimalOrder, minimal, createOrderRequests(minimal, "/bare/orders/:id")),
		createRow("POST /orders", shop, createOrderRequests(shop, "/orders"), minimalOrder, 0.6),
	];
}

async function measureRow({ label, server, requests }: Row, seconds: number): Promise<Sample> {
	let clientIndex = 0;
	const startCpuMs = await getCpuMs(server.pid);
	const result = await autocannon({
		url: server.url,
		connections: clientCount,
		duration: seconds,
		setupClient: (connection) => {
			const share = requests.filter((_, index) => index % clientCount === clientIndex);
			connection.setRequests(share.length > 0 ? share : requests);
			clientIndex += 1;
		},
	});
	const cpuMs = (await getCpuMs(server.pid)) - startCpuMs;
	const failedCount = result.non2xx + result.errors + result.timeouts;
	const total = result.requests.total;
	if (failedCount > 0 || total === 0) {
		throw new Error(`${label}: ${failedCount} of ${total + failedCount} requests failed.`);
	}
	const { p50, p99 } = result.latency;
	return { perSecond: total / result.duration, cpuMs: cpuMs / total, p50, p99 };
}

const computeMedian = (values: number[]) =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns the median of the rounds' ratios, because other load on the machine slows both rows of a round. */
const computeRatio = (row: MeasuredRow, baseline: MeasuredRow, property: keyof Sample) =>
	computeMedian(
		row.samples.map(
			(sample, round) => sample[property] / (baseline.samples[round]?.[property] ?? Number.NaN),
		),
	);

function getCells(row: MeasuredRow, allRows: MeasuredRow[]): (string | number)[] {
	const getMedianOf = (property: keyof Sample) =>
		computeMedian(row.samples.map((sample) => sample[property]));
	const rates = [
		row.label,
		Math.round(getMedianOf("perSecond")),
		getMedianOf("p50"),
		getMedianOf("p99"),
	];
	const cpuMs = getMedianOf("cpuMs").toFixed(2);
	const baseline = allRows.find(({ label }) => label === row.baseline);
	if (!baseline) return [...rates, cpuMs, "", "", "", ""];
	const speedRatio = computeRatio(row, baseline, "perSecond").toFixed(2);
	const cpuRatio = (1 / computeRatio(row, baseline, "cpuMs")).toFixed(2);
	const target = row.target === undefined ? "" : `≥ ${row.target}`;
	return [...rates, cpuMs, speedRatio, cpuRatio, baseline.label, target];
}

/** @throws UserError if no label contains the text */
export function selectRows<Labeled extends { label: string }>(
	rows: Labeled[],
	text: string,
): Labeled[] {
	const selectedRows = rows.filter(({ label }) => label.includes(text));
	if (selectedRows.length > 0) return selectedRows;
	const labels = rows.map(({ label }) => label).join("\n  ");
	throw new UserError(`No row contains “${text}”. The rows are:\n  ${labels}`);
}

/** @param options.text - in the labels of the rows to measure. Their baselines are measured too. */
export async function measureSpeed(
	servers: Servers,
	{ rounds, seconds, text }: { rounds: number; seconds: number; text: string },
): Promise<string> {
	const allRows = listRows(servers);
	const selectedRows = selectRows(allRows, text);
	const measuredRows: MeasuredRow[] = allRows
		.filter(
			(row) =>
				selectedRows.includes(row) || selectedRows.some(({ baseline }) => baseline === row.label),
		)
		.map((row) => ({ ...row, samples: [] }));
	for (const row of measuredRows) await measureRow(row, seconds);
	for (let round = 0; round < rounds; round += 1) {
		for (const row of measuredRows) row.samples.push(await measureRow(row, seconds));
	}
	const numbers = ["requests/s", "p50 ms", "p99 ms", "CPU ms", "× by speed", "× by CPU"];
	return formatTable(
		["row", ...numbers, "baseline", "target"],
		measuredRows.map((row) => getCells(row, measuredRows)),
	);
}
