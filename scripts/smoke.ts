import { createClock } from "../tests/walk/clock.ts";
import { readOptions, type SmokeOptions } from "../tests/walk/options.ts";
import { createVisitor } from "../tests/walk/visitor.ts";
import { walk } from "../tests/walk/walk.ts";
import {
	createDeployedServices,
	createSandboxServices,
	lookAt,
	type World,
} from "../tests/walk/world.ts";
import { type Finding, listFindings } from "./deploy/findings.ts";
import { reasonOf, smokeTest } from "./deploy/smoke.ts";
import { runCommand, UserError } from "./support/user-error.ts";

async function checkShop({ origin, env }: SmokeOptions): Promise<void> {
	const { fetch: visit } = createVisitor(origin);
	const response = await visit("/__sandbox/mail.json").catch((error: unknown) => {
		const start = env === "local" ? ": run npm start, or say where it is with --url" : "";
		throw new UserError(`${origin} does not answer (${reasonOf(error)})${start}.`);
	});
	if (env === "local" && response.status !== 200) {
		throw new UserError(
			`${origin} is not a shop of npm start, as it has no sandbox: say --env staging or --env production.`,
		);
	}
}

function createWorld(options: SmokeOptions, stop: AbortSignal): World {
	const { origin, env, email, key, admin, cacheSeconds } = options;
	const clock = createClock(stop);
	const services =
		env === "local"
			? createSandboxServices(origin, key, clock)
			: createDeployedServices(email, key, clock);
	return {
		origin,
		...services,
		admin,
		clock,
		look: lookAt(origin),
		cacheSeconds,
		tell: console.log,
	};
}

/** Ctrl-C deletes the account, then ends; a second one ends at once. */
function stopOnSignal(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM"] as const) {
		process.once(signal, () => {
			console.error("Stopped: what was made is being deleted…");
			controller.abort();
		});
	}
	return controller.signal;
}

const count = (found: Finding[], state: Finding["state"]) =>
	found.filter((finding) => finding.state === state).length;

/**
 * `npm run smoke`: walks through the shop of `npm start` and lists what worked (✓), failed (✗) or was not checked (?).
 * `-- --env staging`: through a deployed one (docs/deploy.md).
 * @returns 0 when nothing failed
 */
async function smoke(): Promise<number> {
	const options = readOptions();
	const { origin, env, readOnly } = options;
	await checkShop(options);
	const stop = stopOnSignal();
	const world = readOnly ? null : createWorld(options, stop);
	const found = await smokeTest(createVisitor(origin).fetch, env === "local");
	if (world) found.push(...(await walk(world)));
	console.log(listFindings(found));
	const failed = count(found, "missing");
	console.log(
		`${count(found, "ready")} worked, ${failed} failed, ${count(found, "unchecked")} not checked: ${origin}`,
	);
	return failed === 0 && !stop.aborted ? 0 : 1;
}

await runCommand(smoke);
