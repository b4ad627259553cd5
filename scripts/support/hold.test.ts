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

const uses = ["open", "export", "restore", "make-admin"] as const;
const words = {
	open: "A shop is open on FOLDER: stop it first, or choose another folder with STORE_DATA.",
	export:
		"An export of FOLDER is under way: wait for its end, or choose another folder with STORE_DATA.",
	"make-admin":
		"npm run make-admin is at work on FOLDER: wait for its end, or choose another folder with STORE_DATA.",
	restore:
		"A restore into FOLDER is under way: wait for its end, or choose another folder with STORE_DATA.",
};

test.each(uses)(
	"a folder that is held by one (%s) is refused to any other until its end",
	async (use) => {
		const data = await makeFolder();
		const release = holdData(data, use);
		for (const wanted of uses) {
			expect(() => holdData(data, wanted)).toThrow(words[use].replace("FOLDER", data));
		}
		release();
		for (const wanted of uses) holdData(data, wanted)();
	},
);
