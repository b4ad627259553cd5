import { createId } from "#worker/auth/tokens.ts";
import { pendingPurges } from "#worker/db/schema.ts";
import { createEdgeVisitor, type EdgeVisitor } from "../support/edge/visitor.ts";
import { createEdgeWorld } from "../support/edge/world.ts";
import { createRandom } from "./random.ts";
import { createSoakShop } from "./shop.ts";
import { createTimeline, nameOf } from "./timeline.ts";
import { createWrites } from "./writes.ts";

const second = 1000;
const minute = 60 * second;
/** docs/decisions/edge-cache.md: no page is older after a write. */
const promiseMs = 10 * minute;
const sweepMs = 5 * minute;
const cities = 3;

/** What a run has done. `outOfDate`: pages that were out of date while a purge of theirs was refused or overtaken. */
export type EdgeSums = {
	acts: number;
	writes: number;
	pages: number;
	fromEdge: number;
	outOfDate: number;
	purgesRejected: number;
	signIns: number;
};

const noSums: EdgeSums = {
	acts: 0,
	writes: 0,
	pages: 0,
	fromEdge: 0,
	outOfDate: 0,
	purgesRejected: 0,
	signIns: 0,
};

/**
 * Random writes of admins and shoppers, visits from three cities, and sign-ins through Google, while replicas lag, purges
 * are refused or fail, pages are made slowly, and versions are deployed.
 * @param acts how many of them @param seed the same one does the same again
 * @returns what was done
 * @throws Error at a page that is older than promised, a purge that was lost, or a sign-in that was
 */
export async function soakEdge(acts: number, seed: number): Promise<EdgeSums> {
	const world = createEdgeWorld();
	const random = createRandom(seed);
	const sums = { ...noSums };
	const flaw = (what: string) => new Error(`seed ${seed}, act ${sums.acts}: ${what}`);
	try {
		const shop = await createSoakShop(world);
		const writes = createWrites(shop, random);
		const ofTools = shop.tools.map((id) => `/tools/${id}`);
		const paths = ["/", "/tools", "/tools?category=lifting", "/sitemap.xml", ...ofTools];
		const timeline = createTimeline(world, paths);
		await timeline.note();
		const known = new Map<string, EdgeVisitor>();
		let [overtakenUntil, failing] = [0, false];

		/** Whether every page has to be the newest: nothing waits for a purge, and none was overtaken by a slow page. */
		const isPurged = async () =>
			world.clock.now() >= overtakenUntil && (await world.db.$count(pendingPurges)) === 0;

		async function visit(path = random.pick(paths), city = random.below(cities)) {
			const response = await createEdgeVisitor(world, city).fetch(path);
			await response.body?.cancel();
			const name = nameOf(response);
			const age = timeline.ageOf(path, name);
			if (age === null) throw flaw(`${path} never was ${name}`);
			if (age > promiseMs) throw flaw(`${path} is ${age / 1000} s out of date`);
			if (age > 0 && (await isPurged())) throw flaw(`${path} is out of date after its purge`);
			sums.pages += 1;
			sums.fromEdge += response.headers.get("Cf-Cache-Status") === "MISS" ? 0 : 1;
			sums.outOfDate += age > 0 ? 1 : 0;
			await world.settle();
		}

		async function write() {
			const before = await world.db.$count(pendingPurges);
			await random.pick(Object.values(writes))();
			await world.settle();
			await timeline.note();
			sums.writes += 1;
			sums.purgesRejected += (await world.db.$count(pendingPurges)) > before ? 1 : 0;
		}

		/** A page that is asked for before a write, and kept after its purge. */
		async function beOvertaken() {
			const release = world.cache.holdFills();
			const slow = visitSlowly(random.pick(paths));
			await write();
			release();
			await slow;
			await world.settle();
			overtakenUntil = world.clock.now() + promiseMs;
		}
		async function visitSlowly(path: string) {
			const response = await createEdgeVisitor(world, random.below(cities)).fetch(path);
			await response.body?.cancel();
		}

		async function signIn() {
			const email = `${createId()}@example.com`;
			const visitor = createEdgeVisitor(world, random.below(cities));
			const end = await visitor.signInWithGoogle(email);
			if (end !== "/dashbord") throw flaw(`signing in ended at ${end}`);
			known.set(email, visitor);
			sums.signIns += 1;
			await comeBack(email);
		}

		async function comeBack(email: string | undefined = [...known.keys()].at(-1)) {
			if (!email) return;
			const page = await known.get(email)?.fetch("/dashbord");
			if (page?.status !== 200 || !(await page.text()).includes(email)) {
				throw flaw(`${email} is signed out: ${page?.status}`);
			}
		}

		/** The cron comes whenever its time has passed. */
		async function pass(ms: number) {
			const runs =
				Math.floor((world.clock.now() + ms) / sweepMs) - Math.floor(world.clock.now() / sweepMs);
			world.clock.advance(ms);
			for (let run = 0; run < runs; run += 1) await world.sweep();
		}

		const fail = async () => {
			failing = !failing;
			world.cache.failPurges(failing ? new Error("Network connection lost.") : undefined);
		};
		const deploy = async () => world.cache.deploy();
		const lag = async () => world.replicas.setLag(random.below(51));
		const come = () => comeBack([...known.keys()][random.below(known.size + 1)]);
		const choices = [
			[40, () => visit()],
			[26, write],
			[10, () => pass(random.below(20) * second)],
			[4, () => pass(random.below(7) * minute)],
			[6, lag],
			[4, signIn],
			[6, come],
			[1, fail],
			[0.5, deploy],
			[1, beOvertaken],
		] as const;

		for (; sums.acts < acts; sums.acts += 1) await random.weighted(choices)();

		world.cache.failPurges(undefined);
		for (let runs = 0; (await world.db.$count(pendingPurges)) > 0; runs += 1) {
			if (runs > 20) throw flaw("purges wait for ever");
			await pass(sweepMs);
		}
		world.clock.advance(promiseMs);
		for (const path of paths) for (let city = 0; city < cities; city += 1) await visit(path, city);
		for (const email of known.keys()) await comeBack(email);
		return sums;
	} finally {
		await world.settle();
		world.close();
	}
}
