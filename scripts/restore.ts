import { withBindings } from "./backup/bindings.ts";
import { restoreShop } from "./backup/restore.ts";
import { runCommand } from "./support/user-error.ts";

/** `npm run restore -- --from FOLDER --local`, or `--env production`, restores an export (docs/backup.md). */
await runCommand(() =>
	withBindings("restore", async (target, folder, shouldReplace) => {
		const { manifest, recomputedTables } = await restoreShop(target, folder, shouldReplace);
		console.log(`${manifest.tables.length} tables match the export of ${manifest.taken}.`);
		if (recomputedTables.length > 0) console.log(`Recomputed: ${recomputedTables.join(", ")}.`);
	}),
);
