import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockDataFolder } from "./lock.ts";

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
		const dataFolder = await createFolder();
		const unlock = lockDataFolder(dataFolder, use);
		for (const otherUse of uses) {
			expect(() => lockDataFolder(dataFolder, otherUse)).toThrow(
				`${descriptions[use].replace("FOLDER", dataFolder)}: ${advice}`,
			);
		}
		unlock();
		for (const otherUse of uses) lockDataFolder(dataFolder, otherUse)();
	},
);

test("creates the data folder with nothing in it but the lock", async () => {
	const dataFolder = join(await createFolder(), "nested", "folder");
	lockDataFolder(dataFolder, "start")();
	expect(await readdir(dataFolder)).toEqual(["shop.lock", "shop.lock.use"]);
});

test("says which file to delete if the lock is damaged", async () => {
	const dataFolder = await createFolder();
	const lockFile = join(dataFolder, "shop.lock");
	await writeFile(lockFile, "x".repeat(4096));
	expect(() => lockDataFolder(dataFolder, "start")).toThrow(
		`${dataFolder} cannot be locked: file is not a database. Delete ${lockFile}.`,
	);
});

test("rejects a data folder that is a file", async () => {
	const dataFolder = join(await createFolder(), "file");
	await writeFile(dataFolder, "");
	expect(() => lockDataFolder(dataFolder, "start")).toThrow("choose another with STORE_DATA");
});
