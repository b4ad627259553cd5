import { restoreShop } from "./backup/restore.ts";
import { withStore } from "./backup/store.ts";
import { runCommand } from "./support/user-error.ts";

/** `npm run restore -- --from FOLDER --local`, or `--env production`, restores an export (docs/backup.md). */
await runCommand(() =>
	withStore("restore", async (store, folder, replace) => {
		const { manifest, recomputed } = await restoreShop(store, folder, replace);
		console.log(`${manifest.tables.length} tables are equal to the export of ${manifest.taken}.`);
		if (recomputed.length > 0) console.log(`Computed again: ${recomputed.join(", ")}.`);
	}),
);
