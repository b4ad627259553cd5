import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readFile, rm, writeFile } from "node:fs/promises";
import { requireProgram } from "./programs.ts";

const inputs = [
	"{app,worker,contract,public}/**/*",
	"{package,package-lock,tsconfig}.json",
	"{vite,react-router}.config.ts",
	"wrangler.toml",
	".dev.vars",
];

/** The output folder of a build (react-router.config.ts), and its environment of wrangler.toml; "" is the local shop. */
export type Build = { folder: string; environment: string; config: string };

const buildIn = (folder: string, environment: string): Build => ({
	folder,
	environment,
	config: `${folder}/server/wrangler.json`,
});

const local = buildIn("build", "");
export const shopConfigPath = local.config;

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

/** Builds the shop if a source changed since the last build. @throws UserError with the compiler's output */
export async function buildIfChanged({ folder, environment, config } = local): Promise<void> {
	const fingerprintFile = `${folder}/.fingerprint`;
	const fingerprint = await fingerprintInputs();
	const previous = existsSync(config)
		? await readFile(fingerprintFile, "utf8").catch(() => "")
		: "";
	if (previous === fingerprint) return;
	await rm(fingerprintFile, { force: true });
	// Vitest sets another NODE_ENV, with which `npm start` in a test would create a development build.
	const variables = { CLOUDFLARE_ENV: environment, NODE_ENV: "production" };
	await requireProgram("react-router", ["build"], undefined, variables);
	await writeFile(fingerprintFile, fingerprint);
}

export const bundleForUpload = ({ config }: Build): Promise<string> =>
	requireProgram("wrangler", ["deploy", "--dry-run", "-c", config]);
