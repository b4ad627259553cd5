import { createId } from "#worker/auth/tokens.ts";
import { pendingPurges } from "#worker/db/schema.ts";
import { createLocalEdge } from "../support/edge/local-edge.ts";
import { createEdgeVisitor, type EdgeVisitor } from "../support/edge/visitor.ts";
import { createRandom } from "../support/random.ts";
import { createSoakShop } from "./soak-shop.ts";
import { createTimeline, getVersion } from "./timeline.ts";
import { createWrites } from "./writes.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
/** The longest time for which a page may be out of date (docs/decisions/edge-cache.md). */
const maxStaleMs = 10 * minuteMs;
const sweepIntervalMs = 5 * minuteMs;
const dataCenterCount = 3;

export type EdgeSums = {
	actions: number;
	writes: number;
	pages: number;
	cacheHits: number;
	/** Pages that were out of date while a purge was pending, or after a slow render during a purge. */
	outOfDate: number;
	purgesRejected: number;
	signIns: number;
};

/**
 * Runs random writes by admins and shoppers, visits through three data centers and sign-ins with Google, while replicas lag, purges
 * are rejected or fail, pages render slowly, and new versions are deployed.
 * @param seed - the same seed runs the same actions
 * @throws Error if a page is out of date for more than ten minutes, or if a purge or a sign-in is lost
 */
export async function soakEdge(actions: number, seed: number): Promise<EdgeSums> {
	const edge = createLocalEdge();
	const random = createRandom(seed);
	const sums: EdgeSums = {
		actions: 0,
		writes: 0,
		pages: 0,
		cacheHits: 0,
		outOfDate: 0,
		purgesRejected: 0,
		signIns: 0,
	};
	const createError = (problem: string) =>
		new Error(`seed ${seed}, action ${sums.actions}: ${problem}`);
	try {
		const shop = await createSoakShop(edge);
		const writes = createWrites(shop, random);
		const productPaths = shop.productIds.map((id) => `/tools/${id}`);
		const paths = ["/", "/tools", "/tools?category=lifting", "/sitemap.xml", ...productPaths];
		const timeline = createTimeline(edge, paths);
		await timeline.record();
		/** Visitors who have signed in, keyed by email. */
		const signedInVisitors = new Map<string, EdgeVisitor>();
		/** Until this time, the cache may contain a page that was rendered before a write and stored after the write's purge. */
		let mayBeStaleUntil = 0;
		let arePurgesFailing = false;

		/** Returns whether all purges are done. If so, no page may be out of date. */
		const areAllPurgesDone = async () =>
			edge.clock.now() >= mayBeStaleUntil && (await edge.db.$count(pendingPurges)) === 0;

		async function visit(
			path = random.pick(paths),
			dataCenterIndex = random.pickInteger(dataCenterCount),
		) {
			const response = await createEdgeVisitor(edge, dataCenterIndex).fetch(path);
			await response.body?.cancel();
			const version = getVersion(response);
			const staleMs = timeline.getStaleMs(path, version);
			if (staleMs === null) throw createError(`${path} never had the version ${version}`);
			if (staleMs > maxStaleMs) throw createError(`${path} is ${staleMs / 1000} s out of date`);
			if (staleMs > 0 && (await areAllPurgesDone())) {
				throw createError(`${path} is out of date after its purge`);
			}
			sums.pages += 1;
			sums.cacheHits += response.headers.get("Cf-Cache-Status") === "MISS" ? 0 : 1;
			sums.outOfDate += staleMs > 0 ? 1 : 0;
			await edge.settle();
		}

		async function write() {
			const pendingBefore = await edge.db.$count(pendingPurges);
			await random.pick(Object.values(writes))();
			await edge.settle();
			await timeline.record();
			sums.writes += 1;
			sums.purgesRejected += (await edge.db.$count(pendingPurges)) > pendingBefore ? 1 : 0;
		}

		/** Requests a page before a write, and lets the cache store it only after the purge. */
		async function writeDuringSlowVisit() {
			const resumeCaching = edge.cache.delayCaching();
			const slowVisit = visitSlowly(random.pick(paths));
			await write();
			resumeCaching();
			await slowVisit;
			await edge.settle();
			mayBeStaleUntil = edge.clock.now() + maxStaleMs;
		}
		async function visitSlowly(path: string) {
			const response = await createEdgeVisitor(edge, random.pickInteger(dataCenterCount)).fetch(
				path,
			);
			await response.body?.cancel();
		}

		async function signIn() {
			const email = `${createId()}@example.com`;
			const visitor = createEdgeVisitor(edge, random.pickInteger(dataCenterCount));
			const redirect = await visitor.signInWithGoogle(email);
			if (redirect !== "/dashbord") throw createError(`signing in redirected to ${redirect}`);
			signedInVisitors.set(email, visitor);
			sums.signIns += 1;
			await openDashboard(email);
		}

		async function openDashboard(email: string | undefined) {
			if (!email) return;
			const page = await signedInVisitors.get(email)?.fetch("/dashbord");
			if (page?.status !== 200 || !(await page.text()).includes(email)) {
				throw createError(`${email} is signed out: ${page?.status}`);
			}
		}

		/** Advances the clock, and runs the cron as often as it would have run in that time. */
		async function advanceClock(ms: number) {
			const cronRuns =
				Math.floor((edge.clock.now() + ms) / sweepIntervalMs) -
				Math.floor(edge.clock.now() / sweepIntervalMs);
			edge.clock.advance(ms);
			for (let run = 0; run < cronRuns; run += 1) await edge.sweep();
		}

		const togglePurgeFailures = async () => {
			arePurgesFailing = !arePurgesFailing;
			edge.cache.failPurges(arePurgesFailing ? new Error("Network connection lost.") : undefined);
		};
		const deploy = async () => edge.cache.deploy();
		const setReplicaLag = async () => edge.replicas.setLag(random.pickInteger(51));
		const reopenDashboard = () =>
			openDashboard([...signedInVisitors.keys()][random.pickInteger(signedInVisitors.size + 1)]);
		/** Actions with their relative frequencies. */
		const weightedActions = [
			[40, () => visit()],
			[26, write],
			[10, () => advanceClock(random.pickInteger(20) * secondMs)],
			[4, () => advanceClock(random.pickInteger(7) * minuteMs)],
			[6, setReplicaLag],
			[4, signIn],
			[6, reopenDashboard],
			[1, togglePurgeFailures],
			[0.5, deploy],
			[1, writeDuringSlowVisit],
		] as const;

		for (; sums.actions < actions; sums.actions += 1) await random.pickWeighted(weightedActions)();

		edge.cache.failPurges(undefined);
		for (let runs = 0; (await edge.db.$count(pendingPurges)) > 0; runs += 1) {
			if (runs > 20) throw createError("some purges stay pending");
			await advanceClock(sweepIntervalMs);
		}
		edge.clock.advance(maxStaleMs);
		for (const path of paths) {
			for (let dataCenterIndex = 0; dataCenterIndex < dataCenterCount; dataCenterIndex += 1)
				await visit(path, dataCenterIndex);
		}
		for (const email of signedInVisitors.keys()) await openDashboard(email);
		return sums;
	} finally {
		await edge.settle();
		edge.close();
	}
}
