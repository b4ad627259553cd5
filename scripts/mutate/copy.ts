import { globSync } from "node:fs";
import { cp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { instrument, type Mutant } from "./instrument.ts";

/** The folder for a copy of the repository with all mutants. The copy is built and tested instead of the original. */
export const copyFolder = ".mutate/copy";

/** Folders that the copy links to, builds itself, or does not need. */
const excludedNames = new Set(
	".git .mutate .wrangler build dist node_modules public test-results".split(" "),
);

export function listModules(targets: string[]): string[] {
	const patterns = targets.map((path) => (/\.tsx?$/.test(path) ? path : `${path}/**/*.{ts,tsx}`));
	const files = new Set(globSync(patterns));
	return [...files].filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file)).sort();
}

async function copySources(): Promise<void> {
	await rm(copyFolder, { recursive: true, force: true });
	for (const name of await readdir(".")) {
		if (!excludedNames.has(name)) await cp(name, join(copyFolder, name), { recursive: true });
	}
	for (const name of ["node_modules", "public"]) {
		await symlink(resolve(name), join(copyFolder, name));
	}
}

async function replaceIn(name: string, original: string, replacement: string): Promise<void> {
	const file = join(copyFolder, name);
	const text = await readFile(file, "utf8");
	if (!text.includes(original)) throw new Error(`${name} no longer contains “${original}”.`);
	await writeFile(file, text.replace(original, replacement));
}

/** Creates the copy. Its Worker reads the active mutant from an environment variable, and reports which mutants it reached. */
export async function createCopy(modules: string[]): Promise<Mutant[]> {
	await copySources();
	await replaceIn("wrangler.toml", "./worker/index.ts", "./scripts/mutate/inside/entry.ts");
	const bindings = "...shop.bindings,";
	const variables = '...JSON.parse(process.env.WORKER_VARIABLES ?? "{}"),';
	await replaceIn("scripts/runtime/workers.ts", bindings, `${bindings} ${variables}`);
	const allMutants: Mutant[] = [];
	for (const file of modules) {
		const switchModule = relative(dirname(file), "scripts/mutate/inside/switch.ts");
		const source = await readFile(file, "utf8");
		const { mutants, text } = instrument(file, source, allMutants.length + 1, switchModule);
		await writeFile(join(copyFolder, file), text);
		allMutants.push(...mutants);
	}
	return allMutants;
}
