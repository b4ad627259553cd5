import { createClock } from "../tests/smoke/clock.ts";
import {
	createDeployedServices,
	createPublicFetch,
	createSandboxServices,
	type SmokeContext,
} from "../tests/smoke/context.ts";
import { readOptions, type SmokeOptions } from "../tests/smoke/options.ts";
import { runSmokeTest } from "../tests/smoke/run-smoke-test.ts";
import { createVisitor } from "../tests/smoke/visitor.ts";
import { type Finding, formatFindings, runProbes } from "./deploy/smoke.ts";
import { getMessage, runCommand, UserError } from "./support/user-error.ts";

async function checkShop({ origin, env }: SmokeOptions): Promise<void> {
	const visitor = createVisitor(origin);
	const response = await visitor.fetch("/__sandbox/email.json").catch((error: unknown) => {
		const hint = env === "local" ? ": run npm start, or specify another --port or --url" : "";
		throw new UserError(`${origin} is not reachable (${getMessage(error)})${hint}.`);
	});
	if (env === "local" && response.status !== 200) {
		throw new UserError(
			`${origin} has no sandbox, so it was not started with npm start: add --env staging or --env production.`,
		);
	}
}

function createContext(options: SmokeOptions, stop: AbortSignal): SmokeContext {
	const { origin, env, email, stripeKey, admin, cacheSeconds } = options;
	const clock = createClock(stop);
	const services =
		env === "local"
			? createSandboxServices(origin, stripeKey, clock)
			: createDeployedServices(email, stripeKey, clock);
	return {
		origin,
		...services,
		admin,
		clock,
		fetchPublicPage: createPublicFetch(origin),
		cacheSeconds,
		log: console.log,
	};
}

/** Lets the first Ctrl-C stop the smoke test, which then deletes its test account and order. A second Ctrl-C ends the process. */
function stopOnSignal(): AbortSignal {
	const controller = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM"] as const) {
		process.once(signal, () => {
			console.error("Stopped: deleting the account and the order…");
			controller.abort();
		});
	}
	return controller.signal;
}

const usage = `npm run smoke [-- options]

Walks through the shop that npm start runs, from sign-up to a paid order, and lists which checks passed (✓), failed (✗)
or did not run (?).

  --port 3000          the port of the shop, by default PORT or 8787
  --url URL            another address of the shop
  --env staging        a deployed shop (docs/deploy.md). Production accepts only --read-only
  --email ADDRESS      the address that gets the emails of the new account
  --admin ADDRESS      an admin, whose password is in SMOKE_ADMIN_PASSWORD
  --cache-seconds 30   how long to wait until a page is no longer cached
  --read-only          only the checks that write nothing

With STRIPE_SECRET_KEY, a deployed shop's order is paid in Stripe's test mode.`;

async function smoke(): Promise<number> {
	const options = await readOptions();
	const { origin, env, readOnly } = options;
	await checkShop(options);
	const stop = stopOnSignal();
	const context = readOnly ? null : createContext(options, stop);
	const findings = await runProbes(createVisitor(origin).fetch, env === "local");
	if (context) findings.push(...(await runSmokeTest(context)));
	console.log(formatFindings(findings));
	const count = (name: Finding["state"]) => findings.filter(({ state }) => state === name).length;
	console.log(
		`${count("passed")} passed, ${count("failed")} failed, ${count("unchecked")} not checked: ${origin}`,
	);
	return count("failed") === 0 && !stop.aborted ? 0 : 1;
}

await runCommand(smoke, usage);
