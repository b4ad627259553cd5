import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildIfChanged } from "./build.ts";

/** Enters an empty project whose fake `react-router` command appends the value of `NODE_ENV` to the `environments` file. */
async function enterProject() {
	const folder = await mkdtemp(join(tmpdir(), "build-"));
	const previousFolder = process.cwd();
	onTestFinished(async () => {
		process.chdir(previousFolder);
		await rm(folder, { recursive: true });
	});
	process.chdir(folder);
	const programs = "node_modules/.bin";
	await mkdir(programs, { recursive: true });
	const build = '#!/bin/sh\nmkdir -p build\necho "$NODE_ENV" >> environments\n';
	await writeFile(`${programs}/react-router`, build, { mode: 0o755 });
}

const build = () =>
	buildIfChanged({ folder: "build", environment: "", configPath: "package.json" });
const readEnvironments = () => readFile("environments", "utf8");

test("creates a production build even when started by a test", async () => {
	await enterProject();
	expect(process.env.NODE_ENV).toBe("test");
	await build();
	expect(await readEnvironments()).toBe("production\n");
});

test.each(["app/root.tsx", "scripts/vite/client-chunks.ts"])(
	"rebuilds only after a source such as %s has changed",
	async (source) => {
		await enterProject();
		await writeFile("package.json", "{}");
		await mkdir(dirname(source), { recursive: true });
		for (const text of ["first", "first", "second"]) {
			await writeFile(source, text);
			await build();
		}
		expect(await readEnvironments()).toBe("production\n".repeat(2));
	},
);
