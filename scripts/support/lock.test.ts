import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockData } from "./lock.ts";

async function createFolder() {
	const folder = await mkdtemp(join(tmpdir(), "lock-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	return folder;
}

const uses = ["start", "export", "restore", "make-admin"] as const;
const advice = "stop it, wait until it ends, or choose another folder with STORE_DATA.";
const descriptions = {
	start: "A shop is running on FOLDER",
	export: "An export is reading FOLDER",
	"make-admin": "npm run make-admin is writing to FOLDER",
	restore: "A restore is writing to FOLDER",
};

test.each(uses)(
	"a folder locked for %s cannot be locked again before it is unlocked",
	async (use) => {
		const data = await createFolder();
		const unlock = lockData(data, use);
		for (const otherUse of uses) {
			expect(() => lockData(data, otherUse)).toThrow(
				`${descriptions[use].replace("FOLDER", data)}: ${advice}`,
			);
		}
		unlock();
		for (const otherUse of uses) lockData(data, otherUse)();
	},
);

test("creates the data folder, which contains only the lock", async () => {
	const data = join(await createFolder(), "nested", "folder");
	lockData(data, "start")();
	expect(await readdir(data)).toEqual(["shop.lock", "shop.lock.use"]);
});

test("says which file to delete if the lock is damaged", async () => {
	const data = await createFolder();
	const lockFile = join(data, "shop.lock");
	await writeFile(lockFile, "x".repeat(4096));
	expect(() => lockData(data, "start")).toThrow(
		`${data} cannot be locked: file is not a database. Delete ${lockFile}.`,
	);
});

test("rejects a data folder that is a file", async () => {
	const data = join(await createFolder(), "file");
	await writeFile(data, "");
	expect(() => lockData(data, "start")).toThrow("choose another with STORE_DATA");
});
