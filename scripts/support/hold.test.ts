import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { holdData } from "./hold.ts";

async function makeFolder() {
	const folder = await mkdtemp(join(tmpdir(), "hold-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	return folder;
}

const uses = ["open", "export", "restore", "make-admin"] as const;
const wayOut = "stop it or wait for its end, or choose another folder with STORE_DATA.";
const words = {
	open: "A shop is open on FOLDER",
	export: "An export reads FOLDER",
	"make-admin": "npm run make-admin writes to FOLDER",
	restore: "A restore writes to FOLDER",
};

test.each(uses)(
	"a folder that is held by one (%s) is refused to any other until its end",
	async (use) => {
		const data = await makeFolder();
		const release = holdData(data, use);
		for (const wanted of uses) {
			expect(() => holdData(data, wanted)).toThrow(
				`${words[use].replace("FOLDER", data)}: ${wayOut}`,
			);
		}
		release();
		for (const wanted of uses) holdData(data, wanted)();
	},
);

test("the data folder is made, and holds nothing but the lock", async () => {
	const data = join(await makeFolder(), "deep", "er");
	holdData(data, "open")();
	expect(await readdir(data)).toEqual(["shop.lock", "shop.lock.use"]);
});

test("a data folder that is a file is reported", async () => {
	const data = join(await makeFolder(), "file");
	await writeFile(data, "");
	expect(() => holdData(data, "open")).toThrow("choose another with STORE_DATA");
});
