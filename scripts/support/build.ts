import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readFile, rm, writeFile } from "node:fs/promises";
import { runProgram } from "./programs.ts";
import { Refusal } from "./refusal.ts";
import { stage } from "./stages.ts";

const inputs = [
	"{app,worker,contract,public}/**/*",
	"{package,package-lock,tsconfig}.json",
	"{vite,react-router}.config.ts",
	"wrangler.toml",
	".dev.vars",
];
const stamp = "build/.fingerprint";
/** What `wrangler dev` and the test harness serve. */
export const builtShop = "build/server/wrangler.json";

/** @returns the SHA-256 of everything that the build is made from, names and contents */
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

async function build(fingerprint: string): Promise<void> {
	await rm(stamp, { force: true });
	const { code, output } = await runProgram("react-router", ["build"]);
	if (code !== 0) throw new Refusal(`The build failed:\n${output.trim()}`);
	await writeFile(stamp, fingerprint);
}

/** Builds the shop, when a source changed since the last build. @throws Refusal with the compiler's words */
export async function buildIfChanged(): Promise<void> {
	const fingerprint = await fingerprintInputs();
	const built = existsSync(builtShop) ? await readFile(stamp, "utf8").catch(() => "") : "";
	if (built !== fingerprint) await stage("Building", () => build(fingerprint));
}
