import * as v from "valibot";
import { Refusal } from "../support/refusal.ts";
import { stage } from "../support/stage.ts";
import { table } from "./document.ts";
import { load } from "./load.ts";
import { rowsOf } from "./rows.ts";
import { openWorld } from "./world.ts";

/** Microseconds between two looks at what runs. */
const interval = 200;
const shown = 40;

const nodeSchema = v.object({
	id: v.number(),
	callFrame: v.object({ functionName: v.string(), url: v.string(), lineNumber: v.number() }),
});
const profileSchema = v.object({
	nodes: v.array(nodeSchema),
	samples: v.array(v.number()),
	timeDeltas: v.array(v.number()),
});
const answerSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ id: v.optional(v.number()), result: v.optional(v.unknown()) }),
);

/** @returns a way to ask one Worker's inspector (Chrome DevTools Protocol) */
async function openInspector(url: string) {
	const socket = new WebSocket(url);
	const waiting = new Map<number, (result: unknown) => void>();
	socket.addEventListener("message", ({ data }) => {
		const { id = 0, result } = v.parse(answerSchema, data);
		waiting.get(id)?.(result);
	});
	await new Promise((opened, failed) => {
		socket.addEventListener("open", opened);
		socket.addEventListener("error", () => failed(new Refusal(`${url} does not answer.`)));
	});
	let last = 0;
	const ask = (method: string, params = {}) =>
		new Promise<unknown>((answered) => {
			last += 1;
			waiting.set(last, answered);
			socket.send(JSON.stringify({ id: last, method, params }));
		});
	return { ask, close: () => socket.close() };
}

/** @returns the functions that took most time themselves, as rows: name and place, ms a request, share */
function heaviest(
	{ nodes, samples, timeDeltas }: v.InferOutput<typeof profileSchema>,
	requests: number,
) {
	const places = new Map(
		nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
			id,
			`${functionName || "(anonymous)"} ${url.split("/").at(-1)}:${lineNumber + 1}`,
		]),
	);
	const times = new Map<string, number>();
	for (const [index, id] of samples.entries()) {
		const place = places.get(id) ?? "?";
		times.set(place, (times.get(place) ?? 0) + (timeDeltas[index] ?? 0));
	}
	const idle = [...times].filter(([place]) => /^\((idle|program)\)/.test(place));
	for (const [place] of idle) times.delete(place);
	const total = [...times.values()].reduce((sum, time) => sum + time, 0);
	return [...times]
		.toSorted(([, one], [, other]) => other - one)
		.slice(0, shown)
		.map(([place, time]) => [
			place,
			(time / 1000 / requests).toFixed(4),
			(time / total).toFixed(3),
		]);
}

const targetsSchema = v.array(v.object({ id: v.string(), webSocketDebuggerUrl: v.string() }));

/** @throws Refusal when workerd lists no such Worker */
async function findWorker(inspector: string): Promise<string> {
	const targets = await (await fetch(`http://${inspector}/json`)).json();
	const found = v.parse(targetsSchema, targets).find(({ id }) => id.endsWith("user:measured"));
	if (!found) throw new Refusal(`No Worker to profile among ${JSON.stringify(targets)}.`);
	return found.webSocketDebuggerUrl;
}

/**
 * `npm run bench -- profile "home, anonymous"`: where a request's JavaScript spends its time.
 * @param label of a row of the table of speeds
 * @param seconds under load
 * @throws Refusal when there is no such row
 */
export async function profile(label: string, seconds: number): Promise<void> {
	const world = await openWorld(true);
	try {
		const row = rowsOf(world).find((one) => one.label === label);
		if (!row) throw new Refusal(`“${label}” is no row: ${rowsOf(world).map((one) => one.label)}`);
		const inspector = await openInspector(await findWorker(row.server.inspector));
		await stage("Warming up", () => load(row, seconds));
		await inspector.ask("Profiler.enable");
		await inspector.ask("Profiler.setSamplingInterval", { interval });
		await inspector.ask("Profiler.start");
		const sample = await stage("Profiling", () => load(row, seconds));
		const answer = v.parse(
			v.object({ profile: profileSchema }),
			await inspector.ask("Profiler.stop"),
		);
		inspector.close();
		const requests = sample.perSecond * seconds;
		console.log(table(["function", "ms a request", "share"], heaviest(answer.profile, requests)));
	} finally {
		await world.stop();
	}
}
