import { existsSync } from "node:fs";
import { cp, glob, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { instrument, type Mutant } from "./instrument.ts";

/** The copy of the repository that holds every mutant, and is built and tested in place of it. */
export const copyFolder = ".mutate/copy";
const switchFile = "scripts/mutate/inside/switch.ts";

/** What the copy shares with the repository, or makes for itself. */
const notCopied = new Set([
	".git",
	".mutate",
	".wrangler",
	"build",
	"dist",
	"node_modules",
	"public",
	"test-results",
]);

/** @param targets files or folders @returns the modules in them that are mutated, tests left out, sorted */
export async function listModules(targets: string[]): Promise<string[]> {
	const patterns = targets.map((path) => (/\.tsx?$/.test(path) ? path : `${path}/**/*.{ts,tsx}`));
	const files = new Set<string>();
	for await (const file of glob(patterns)) files.add(file);
	return [...files].filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file)).sort();
}

async function copySources(): Promise<void> {
	await mkdir(copyFolder, { recursive: true });
	for (const name of await readdir(copyFolder)) {
		if (!notCopied.has(name)) await rm(join(copyFolder, name), { recursive: true });
	}
	for (const name of await readdir(".")) {
		if (!notCopied.has(name)) await cp(name, join(copyFolder, name), { recursive: true });
	}
	for (const name of ["node_modules", "public"]) {
		const place = join(copyFolder, name);
		if (!existsSync(place)) await symlink(resolve(name), place);
	}
}

/** @throws Error when the file no longer holds that text */
async function replaceIn(name: string, before: string, after: string): Promise<void> {
	const file = join(copyFolder, name);
	const text = await readFile(file, "utf8");
	if (!text.includes(before)) throw new Error(`${name} no longer holds “${before}”.`);
	await writeFile(file, text.replace(before, after));
}

/**
 * The Worker of the copy starts with our entry, which reports what it has run, and takes its mutant from the environment of
 * the process that starts it.
 */
async function changeCopy(): Promise<void> {
	await replaceIn("wrangler.toml", "./worker/index.ts", "./scripts/mutate/inside/entry.ts");
	const variables = 'JSON.parse(process.env.MUTANT_VARIABLES ?? "{}")';
	await replaceIn(
		"scripts/runtime/workers.ts",
		"...shop.bindings,",
		`...shop.bindings, ...${variables},`,
	);
}

/**
 * Copies the repository to `copyFolder`, and writes every mutant of some modules into it.
 * @returns the mutants, in the order of their ids
 */
export async function makeCopy(modules: string[]): Promise<Mutant[]> {
	await copySources();
	await changeCopy();
	const all: Mutant[] = [];
	for (const file of modules) {
		const source = await readFile(file, "utf8");
		const path = relative(dirname(file), switchFile);
		const { mutants, text } = instrument(file, source, all.length + 1, path);
		await writeFile(join(copyFolder, file), text);
		all.push(...mutants);
	}
	return all;
}
