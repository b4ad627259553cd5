import { type Finding, listFindings } from "./deploy/findings.ts";
import { smokeTest } from "./deploy/smoke.ts";
import { createVisitor } from "./deploy/walk/visitor.ts";
import { walk } from "./deploy/walk/walk.ts";
import { openDeployed, openSandbox, type World } from "./deploy/walk/world.ts";
import { parseArguments } from "./support/arguments.ts";
import { Refusal, runCommand } from "./support/refusal.ts";

const environments = ["local", "staging", "production"];

function readOptions() {
	const { values } = parseArguments({
		url: { type: "string" },
		env: { type: "string", default: "local" },
		email: { type: "string" },
		admin: { type: "string" },
		"read-only": { type: "boolean", default: false },
	});
	const { url, env, email, admin } = values;
	if (!url || !URL.canParse(url)) throw new Refusal("Say which shop: --url https://…");
	if (!environments.includes(env)) {
		throw new Refusal(`“${env}” should be one of ${environments.join(", ")}.`);
	}
	const readOnly = values["read-only"];
	if (env === "production" && !readOnly) {
		throw new Refusal("On production only the part that writes nothing is run: add --read-only.");
	}
	if (env === "staging" && !readOnly && !email?.includes("@")) {
		throw new Refusal("Say who reads the mails of the new account: --email you@yourdomain.com");
	}
	return { origin: new URL(url).origin, env, email: email ?? "", admin, readOnly };
}

function openWorld({ origin, env, email, admin }: ReturnType<typeof readOptions>): World {
	const { STRIPE_SECRET_KEY: key = null, SMOKE_ADMIN_PASSWORD: password } = process.env;
	if (admin && !password) throw new Refusal("Set SMOKE_ADMIN_PASSWORD to the admin's password.");
	const services = env === "local" ? openSandbox(origin) : openDeployed(email, key);
	return { origin, ...services, admin: admin && password ? { email: admin, password } : null };
}

const count = (found: Finding[], state: Finding["state"]) =>
	found.filter((finding) => finding.state === state).length;

/**
 * `npm run smoke -- --url http://localhost:8787`: walks through a running shop and lists what worked (✓), failed (✗) or was
 * not checked (?). `--env staging`: a deployed one, with STRIPE_SECRET_KEY of test mode (docs/deploy.md).
 * @returns 0 when nothing failed
 */
async function smoke(): Promise<number> {
	const options = readOptions();
	const { origin, env, readOnly } = options;
	const world = readOnly ? null : openWorld(options);
	const found = await smokeTest(createVisitor(origin).fetch, env === "local");
	if (world) found.push(...(await walk(world)));
	console.log(listFindings(found));
	const failed = count(found, "missing");
	console.log(
		`${count(found, "ready")} worked, ${failed} failed, ${count(found, "unchecked")} not checked: ${origin}`,
	);
	return failed === 0 ? 0 : 1;
}

await runCommand(smoke);
