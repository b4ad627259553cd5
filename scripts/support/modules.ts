import { glob } from "node:fs/promises";
import { join } from "node:path";

/** @returns the modules of a built Worker as Miniflare takes them, its main one first */
export async function readModules(folder: string, main: string) {
	const files: string[] = [];
	for await (const file of glob("**/*.js", { cwd: folder })) files.push(join(folder, file));
	return [main, ...files.filter((file) => file !== main).sort()].map((path) => ({
		type: "ESModule" as const,
		path,
	}));
}
