import { cp, glob, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { instrument, type Mutant } from "./instrument.ts";

/** The copy of the repository that holds every mutant, and is built and tested in its place. */
export const copyFolder = ".mutate/copy";

/** What the copy shares with the repository, or makes for itself. */
const notCopied = new Set(
	".git .mutate .wrangler build dist node_modules public test-results".split(" "),
);

/** @param targets files or folders @returns the modules in them that are mutated, without tests, sorted */
export async function listModules(targets: string[]): Promise<string[]> {
	const patterns = targets.map((path) => (/\.tsx?$/.test(path) ? path : `${path}/**/*.{ts,tsx}`));
	const files = new Set<string>();
	for await (const file of glob(patterns)) files.add(file);
	return [...files].filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file)).sort();
}

async function copySources(): Promise<void> {
	await rm(copyFolder, { recursive: true, force: true });
	for (const name of await readdir(".")) {
		if (!notCopied.has(name)) await cp(name, join(copyFolder, name), { recursive: true });
	}
	for (const name of ["node_modules", "public"]) {
		await symlink(resolve(name), join(copyFolder, name));
	}
}

async function replaceIn(name: string, before: string, after: string): Promise<void> {
	const file = join(copyFolder, name);
	const text = await readFile(file, "utf8");
	if (!text.includes(before)) throw new Error(`${name} no longer holds “${before}”.`);
	await writeFile(file, text.replace(before, after));
}

/** The Worker of the copy reports what it has run, and gets its mutant from the environment of the process that starts it. */
export async function makeCopy(modules: string[]): Promise<Mutant[]> {
	await copySources();
	await replaceIn("wrangler.toml", "./worker/index.ts", "./scripts/mutate/inside/entry.ts");
	const bindings = "...shop.bindings,";
	const variables = '...JSON.parse(process.env.WORKER_VARIABLES ?? "{}"),';
	await replaceIn("scripts/runtime/workers.ts", bindings, `${bindings} ${variables}`);
	const all: Mutant[] = [];
	for (const file of modules) {
		const switchModule = relative(dirname(file), "scripts/mutate/inside/switch.ts");
		const source = await readFile(file, "utf8");
		const { mutants, text } = instrument(file, source, all.length + 1, switchModule);
		await writeFile(join(copyFolder, file), text);
		all.push(...mutants);
	}
	return all;
}
