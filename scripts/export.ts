import { readArguments } from "./backup/arguments.ts";
import { openStore } from "./backup/place.ts";
import { takeExport } from "./backup/take.ts";
import { checkData } from "./support/checks.ts";
import { holdData } from "./support/hold.ts";
import { runCommand } from "./support/refusal.ts";

/** `npm run export -- --to FOLDER --local`, or `--env production`: every table and picture (docs/backup.md). */
async function exportShop(): Promise<number> {
	const { folder, place } = readArguments("to");
	if ("data" in place) {
		await checkData(place);
		holdData(place.data, "export");
	}
	const store = await openStore(place);
	try {
		const { tables, pictures, changed, leftOut } = await takeExport(store, folder);
		const rows = tables.reduce((sum, table) => sum + table.rows, 0);
		console.log(`${tables.length} tables, ${rows} rows and ${pictures.rows} pictures in ${folder}`);
		if (changed.length > 0) {
			console.log(`Written to meanwhile (docs/backup.md): ${changed.join(", ")}.`);
		}
		if (leftOut.length > 0) {
			const keys = leftOut.map((key) => JSON.stringify(key)).join(", ");
			console.log(`Left out, no picture of the shop or a damaged one: ${keys}`);
		}
		return 0;
	} finally {
		await store.close();
	}
}

await runCommand(exportShop);
