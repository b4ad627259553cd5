import type { Bundle } from "./bundle.ts";
import type { Cost } from "./cost.ts";
import { table } from "./document.ts";
import { type Measured, medianOf, ratio } from "./rounds.ts";
import { kinds, type Weight } from "./weights.ts";

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** Speed by requests a second, and by CPU time: the latter hardly changes with what else the machine does. */
function shares(one: Measured, all: Measured[]): string[] {
	const { against } = one.row;
	const other = against && all.find(({ row }) => row.label === against.label);
	if (!other) return ["", "", ""];
	const speed = ratio(one, other, "perSecond");
	const aim = against.aim === undefined ? "" : `≥ ${against.aim}`;
	return [
		`${against.label.replace("floor: ", "")}: **${speed.toFixed(2)}**`,
		(1 / ratio(one, other, "cpuMs")).toFixed(2),
		aim,
	];
}

/** @returns the table of speeds */
export const speedTable = (all: Measured[]): string =>
	table(
		["row", "requests/s", "p50 ms", "p99 ms", "CPU ms", "× of", "× by CPU", "aim"],
		all.map((one) => [
			one.row.label,
			Math.round(medianOf(one, "perSecond")),
			medianOf(one, "p50"),
			medianOf(one, "p99"),
			medianOf(one, "cpuMs").toFixed(2),
			...shares(one, all),
		]),
	);

/** @returns the table of what a request costs in D1 */
export const costTable = (costs: Cost[]): string =>
	table(
		["request", "statements", "round trips", "rows read", "rows written", "answer kB"],
		costs.map(({ label, statements, roundTrips, rowsRead, rowsWritten, bytes }) => [
			label,
			statements,
			roundTrips,
			rowsRead,
			rowsWritten,
			kilobytes(bytes),
		]),
	);

/** @returns the table of what pages load, in kB after gzip / brotli */
export const weightTable = (weights: Weight[]): string =>
	table(
		["page", "moment", ...kinds],
		weights.map(({ page, moment, sizes }) => [
			page,
			moment,
			...kinds.map((kind) => {
				const { gzip, brotli } = sizes[kind];
				return gzip === 0 ? "–" : `${kilobytes(gzip)} / ${kilobytes(brotli)}`;
			}),
		]),
	);

/** @returns the table of Worker sizes and starts */
export const bundleTable = (bundles: Bundle[]): string =>
	table(
		["Worker", "kB", "kB gzip", "start to first page, ms"],
		bundles.map(({ label, bytes, gzip, startMs }) => [
			label,
			kilobytes(bytes),
			kilobytes(gzip),
			Math.round(startMs),
		]),
	);
