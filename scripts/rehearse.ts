import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareFiles } from "./backup/compare.ts";
import { openStore, type Store } from "./backup/place.ts";
import { putBack } from "./backup/put-back.ts";
import { takeExport } from "./backup/take.ts";
import { writeSection } from "./bench/document.ts";
import { describeMachine } from "./bench/machine.ts";
import { fill, findDatabase } from "./growth/fill.ts";
import { prepareDatabase } from "./support/database.ts";
import { runCommand } from "./support/refusal.ts";
import { since } from "./support/stages.ts";

const pictures = 500;
const pictureBytes = 50_000;
const usual = 100_000;

async function withStore<Result>(data: string, work: (store: Store) => Promise<Result>) {
	const store = await openStore({ data });
	try {
		return await work(store);
	} finally {
		await store.close();
	}
}

async function addPictures({ pictures: bucket }: Store): Promise<void> {
	for (let count = 0; count < pictures; count += 1) {
		const bytes = randomBytes(pictureBytes);
		const key = `${createHash("sha256").update(bytes).digest("hex")}.webp`;
		await bucket.put(key, bytes, { httpMetadata: { contentType: "image/webp" } });
	}
}

async function timed<Result>(work: () => Promise<Result>) {
	const began = performance.now();
	return { result: await work(), took: since(began) };
}

/** @param folder an empty one for both shops and the export @returns what was found, in one line; and the tables that differ */
async function rehearseIn(folder: string, orders: number) {
	const [shop, copy, taken] = [join(folder, "shop"), join(folder, "copy"), join(folder, "export")];
	await prepareDatabase(shop);
	const amounts = { products: orders / 10, users: orders / 10, orders, reviews: orders / 20 };
	const { whole } = await fill(shop, amounts);
	await withStore(shop, addPictures);
	const out = await timed(() => withStore(shop, (store) => takeExport(store, taken)));
	const back = await timed(() => withStore(copy, (store) => putBack(store, taken)));
	const differing = compareFiles(await findDatabase(shop), await findDatabase(copy));
	const { tables } = out.result;
	const rows = tables.reduce((sum, table) => sum + table.rows, 0);
	const size = `${orders} orders, ${rows} rows in ${tables.length} tables (${Math.round(whole / 1e6)} MB), ${pictures} pictures`;
	const line = `**${size}: exported in ${out.took}, restored in ${back.took}, tables that differ ${differing.length}**`;
	return { line, differing };
}

/**
 * `npm run rehearse -- 100000`: exports a local shop of that many orders, restores it beside, compares the two, and writes
 * what it took into docs/backup.md (only at that size).
 * @returns 1 when a table differs
 */
async function rehearse(): Promise<number> {
	const orders = Number(process.argv[2] ?? usual);
	const machine = await describeMachine();
	const folder = await mkdtemp(join(tmpdir(), "torque-rehearsal-"));
	try {
		const { line, differing } = await rehearseIn(folder, orders);
		console.log(line, differing.join(", "));
		const text = `${line}\n\n\`npm run rehearse\`, on ${machine}`;
		if (orders === usual) await writeSection("rehearsal", text, "docs/backup.md");
		return differing.length === 0 ? 0 : 1;
	} finally {
		await rm(folder, { recursive: true });
	}
}

await runCommand(rehearse);
