import { createHash } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { runProgramOrThrow } from "./programs.ts";

const inputPatterns = [
	"{app,worker,contract,public,scripts/vite}/**/*",
	"{package,package-lock,tsconfig}.json",
	"{vite,react-router}.config.ts",
	"wrangler.toml",
	".dev.vars",
];

/**
 * @param folder - the `buildDirectory` of react-router.config.ts
 * @param environment - a section of wrangler.toml; "" for the local shop
 */
const defineBuild = (folder: string, environment: string) => ({
	folder,
	environment,
	config: `${folder}/server/wrangler.json`,
});

export type Build = ReturnType<typeof defineBuild>;

export const localBuild = defineBuild("build", "");
export const shopConfigPath = localBuild.config;

export const getBuild = (environment: string): Build =>
	defineBuild(`dist/${environment}`, environment);

async function fingerprintInputs(): Promise<string> {
	const hash = createHash("sha256");
	const entries = globSync(inputPatterns, { withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	const files = entries.map(({ parentPath, name }) => `${parentPath}/${name}`);
	for (const file of files.filter((name) => !name.includes(".test.")).sort()) {
		hash.update(`${file}\0`).update(await readFile(file));
	}
	return hash.digest("hex");
}

/**
 * Builds the shop if a source has changed since the last build.
 * @throws UserError with the compiler's output
 */
export async function buildIfChanged({ folder, environment, config } = localBuild): Promise<void> {
	const fingerprintFile = `${folder}/.fingerprint`;
	const fingerprint = await fingerprintInputs();
	const previous = existsSync(config)
		? await readFile(fingerprintFile, "utf8").catch(() => "")
		: "";
	if (previous === fingerprint) return;
	await rm(fingerprintFile, { force: true });
	// With the NODE_ENV of Vitest, `npm start` in a test would create a development build.
	const variables = { CLOUDFLARE_ENV: environment, NODE_ENV: "production" };
	await runProgramOrThrow("react-router", ["build"], undefined, variables);
	await writeFile(fingerprintFile, fingerprint);
}

export const bundleForUpload = ({ config }: Build): Promise<string> =>
	runProgramOrThrow("wrangler", ["deploy", "--dry-run", "-c", config]);
