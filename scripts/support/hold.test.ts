import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { holdData } from "./hold.ts";

async function makeFolder() {
	const folder = await mkdtemp(join(tmpdir(), "hold-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	return folder;
}

test("data that shops are open on is not replaced until the last is closed", async () => {
	const data = await makeFolder();
	const [first, second] = [holdData(data, "open"), holdData(data, "open")];
	expect(() => holdData(data, "replace")).toThrow(`A shop is open on ${data}: stop it first.`);
	first();
	expect(() => holdData(data, "replace")).toThrow("A shop is open");
	second();
	holdData(data, "replace")();
});

test("no shop opens on data that is being replaced", async () => {
	const data = await makeFolder();
	const release = holdData(data, "replace");
	expect(() => holdData(data, "open")).toThrow(`A restore into ${data} is under way`);
	release();
	holdData(data, "open")();
});
