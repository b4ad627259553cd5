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
	configPath: `${folder}/server/wrangler.json`,
});

export type Build = ReturnType<typeof defineBuild>;

export const localBuild = defineBuild("build", "");
export const shopConfigPath = localBuild.configPath;

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
 * Builds the shop if any source file has changed since the last build.
 * @throws UserError with the compiler's output
 */
export async function buildIfChanged({
	folder,
	environment,
	configPath,
} = localBuild): Promise<void> {
	const fingerprintFile = `${folder}/.fingerprint`;
	const fingerprint = await fingerprintInputs();
	const previous = existsSync(configPath)
		? await readFile(fingerprintFile, "utf8").catch(() => "")
		: "";
	if (previous === fingerprint) return;
	await rm(fingerprintFile, { force: true });
	// Vitest sets NODE_ENV to "test", with which the build would be a development build.
	const variables = { CLOUDFLARE_ENV: environment, NODE_ENV: "production" };
	await runProgramOrThrow("react-router", ["build"], undefined, variables);
	await writeFile(fingerprintFile, fingerprint);
}

/** Bundles the Worker as a deployment would. Returns wrangler's output. */
export const bundleForUpload = ({ configPath }: Build): Promise<string> =>
	runProgramOrThrow("wrangler", ["deploy", "--dry-run", "-c", configPath]);
