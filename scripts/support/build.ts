import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readFile, rm, writeFile } from "node:fs/promises";
import { runProgram } from "./programs.ts";
import { UserError } from "./user-error.ts";

const inputs = [
	"{app,worker,contract,public}/**/*",
	"{package,package-lock,tsconfig}.json",
	"{vite,react-router}.config.ts",
	"wrangler.toml",
	".dev.vars",
];

/** Where a build is (react-router.config.ts), and for which environment of wrangler.toml; "" is the local shop. */
export type Build = { folder: string; environment: string; config: string };

const buildIn = (folder: string, environment: string): Build => ({
	folder,
	environment,
	config: `${folder}/server/wrangler.json`,
});

const local = buildIn("build", "");
export const builtShop = local.config;

export const buildFor = (environment: string): Build => buildIn(`dist/${environment}`, environment);

async function fingerprintInputs(): Promise<string> {
	const hash = createHash("sha256");
	const files: string[] = [];
	for await (const entry of glob(inputs, { withFileTypes: true })) {
		if (entry.isFile()) files.push(`${entry.parentPath}/${entry.name}`);
	}
	for (const file of files.filter((name) => !name.includes(".test.")).sort()) {
		hash.update(`${file}\0`).update(await readFile(file));
	}
	return hash.digest("hex");
}

/** Builds the shop, when a source changed since the last build. @throws UserError with the compiler's words */
export async function buildIfChanged({ folder, environment, config } = local): Promise<void> {
	const stamp = `${folder}/.fingerprint`;
	const fingerprint = await fingerprintInputs();
	const built = existsSync(config) ? await readFile(stamp, "utf8").catch(() => "") : "";
	if (built === fingerprint) return;
	await rm(stamp, { force: true });
	// Vitest sets another NODE_ENV, by which `npm start` in a test would make a development build.
	const variables = { CLOUDFLARE_ENV: environment, NODE_ENV: "production" };
	const { code, output } = await runProgram("react-router", ["build"], undefined, variables);
	if (code !== 0) throw new UserError(`The build failed:\n${output.trim()}`);
	await writeFile(stamp, fingerprint);
}
