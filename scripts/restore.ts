import { readArguments } from "./backup/arguments.ts";
import { openStore } from "./backup/place.ts";
import { putBack } from "./backup/put-back.ts";
import { checkData } from "./support/checks.ts";
import { holdData } from "./support/hold.ts";
import { runCommand } from "./support/refusal.ts";

/** `npm run restore -- --from FOLDER --local`, or `--env production`: what `npm run export` has written (docs/backup.md). */
async function restoreShop(): Promise<number> {
	const { folder, place, replace } = readArguments("from");
	if ("data" in place) {
		await checkData(place);
		holdData(place.data, "restore");
	}
	const store = await openStore(place);
	try {
		const { manifest, counted, foreign } = await putBack(store, folder, replace);
		console.log(`${manifest.tables.length} tables compare equal, as of ${manifest.taken}.`);
		if (foreign.length > 0) {
			console.log(`Begun again, without the rows that had come since: ${foreign.join(", ")}.`);
		}
		if (counted.length > 0) console.log(`Counted anew: ${counted.join(", ")}.`);
		return 0;
	} finally {
		await store.close();
	}
}

await runCommand(restoreShop);
