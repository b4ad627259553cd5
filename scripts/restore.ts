import { withBindings } from "./backup/bindings.ts";
import { restoreShop } from "./backup/restore.ts";
import { runCommand } from "./support/user-error.ts";

/** `npm run restore -- --from FOLDER --local`, or `--env production`, restores an export (docs/backup.md). */
await runCommand(() =>
	withBindings("restore", async (target, folder, replace) => {
		const { manifest, recomputed } = await restoreShop(target, folder, replace);
		console.log(`${manifest.tables.length} tables match the export of ${manifest.taken}.`);
		if (recomputed.length > 0) console.log(`Recomputed: ${recomputed.join(", ")}.`);
	}),
);
