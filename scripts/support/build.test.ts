import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildIfChanged } from "./build.ts";

test("a build started by a test is a production build", async () => {
	const folder = await mkdtemp(join(tmpdir(), "build-"));
	const previousFolder = process.cwd();
	onTestFinished(async () => {
		process.chdir(previousFolder);
		await rm(folder, { recursive: true });
	});
	process.chdir(folder);
	const programs = "node_modules/.bin";
	await mkdir(programs, { recursive: true });
	const build = '#!/bin/sh\nprintf %s "$NODE_ENV" > environment\n';
	await writeFile(`${programs}/react-router`, build, { mode: 0o755 });
	expect(process.env.NODE_ENV).toBe("test");
	await buildIfChanged({ folder: ".", environment: "", config: "none" });
	expect(await readFile("environment", "utf8")).toBe("production");
});
