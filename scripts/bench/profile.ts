import * as v from "valibot";
import { table } from "./document.ts";

const rowsShown = Number(process.env.ROWS ?? 40);

const nodeSchema = v.object({
	id: v.number(),
	children: v.optional(v.array(v.number())),
	callFrame: v.object({ functionName: v.string(), url: v.string(), lineNumber: v.number() }),
});
const profileSchema = v.object({
	profile: v.object({
		nodes: v.array(nodeSchema),
		samples: v.array(v.number()),
	}),
});
const messageSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ id: v.optional(v.number()), result: v.optional(v.unknown()) }),
);
const targetsSchema = v.array(v.object({ id: v.string(), webSocketDebuggerUrl: v.string() }));

/** A connection to the inspector of one isolate (Chrome DevTools Protocol). */
async function connect(inspector: URL, worker: string) {
	const list = await fetch(new URL("/json", `http://${inspector.host}`));
	const targets = v.parse(targetsSchema, await list.json());
	const target = targets.find(({ id }) => id.includes(worker));
	if (!target) throw new Error(`No isolate “${worker}” among ${targets.map(({ id }) => id)}.`);
	const socket = new WebSocket(target.webSocketDebuggerUrl);
	const asked = new Map<number, (result: unknown) => void>();
	let sent = 0;
	socket.addEventListener("message", ({ data }) => {
		const { id = 0, result } = v.parse(messageSchema, data);
		asked.get(id)?.(result);
	});
	await new Promise((resolve, reject) => {
		socket.addEventListener("open", resolve);
		socket.addEventListener("error", reject);
	});
	return {
		close: () => socket.close(),
		send: (method: string, params = {}): Promise<unknown> =>
			new Promise((resolve) => {
				sent += 1;
				asked.set(sent, resolve);
				socket.send(JSON.stringify({ id: sent, method, params }));
			}),
	};
}

type Profile = v.InferOutput<typeof profileSchema>["profile"];
type Frame = v.InferOutput<typeof nodeSchema>["callFrame"];

const nameOf = ({ functionName, url, lineNumber }: Frame) =>
	`${functionName || "(anonymous)"} ${url.split("/").at(-1)}:${lineNumber + 1}`;
const waiting = new Set(["(idle)", "(program)", "(root)"]);

/** Function → samples that found it running (own), and that found it or what it called running (total). */
function tally({ nodes, samples }: Profile) {
	const parents = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
	);
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const counts = new Map<string, { own: number; total: number }>();
	let all = 0;
	for (const sample of samples) {
		const top = frames.get(sample);
		if (!top || waiting.has(top.functionName)) continue;
		all += 1;
		const stack = new Set<string>();
		for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
			const frame = frames.get(id);
			if (frame && !waiting.has(frame.functionName)) stack.add(nameOf(frame));
		}
		for (const name of stack) {
			const count = counts.get(name) ?? { own: 0, total: 0 };
			count.total += 1;
			if (name === nameOf(top)) count.own += 1;
			counts.set(name, count);
		}
	}
	return { counts: [...counts], all };
}

/**
 * Samples the CPU of a Worker's isolate while it works.
 * @param work is done meanwhile
 * @returns a table of the functions that took the most time of their own
 */
export async function profile(
	inspector: URL,
	worker: string,
	work: () => Promise<unknown>,
): Promise<string> {
	const isolate = await connect(inspector, worker);
	await isolate.send("Profiler.enable");
	await isolate.send("Profiler.setSamplingInterval", { interval: 200 });
	await isolate.send("Profiler.start");
	await work();
	const { profile } = v.parse(profileSchema, await isolate.send("Profiler.stop"));
	isolate.close();
	const { counts, all } = tally(profile);
	const share = (count: number) => `${((100 * count) / all).toFixed(1)} %`;
	const rows = counts
		.sort(([, one], [, other]) => other.own - one.own)
		.slice(0, rowsShown)
		.map(([name, { own, total }]) => [name, share(own), share(total)]);
	return table(["function", "own time", "with what it calls"], rows);
}
