import { withBindings } from "./backup/bindings.ts";
import { restoreShop } from "./backup/restore.ts";
import { runCommand } from "./support/user-error.ts";

const usage = `npm run restore -- --from FOLDER --env production (or staging, or --local) [--replace]

Restores an export (docs/backup.md).

  --from FOLDER      the folder of the export
  --env production   the shop on Cloudflare, or staging
  --local            the shop of npm start, which must be stopped
  --replace          drops all tables of the shop first`;

await runCommand(
	() =>
		withBindings("restore", async (target, folder, shouldReplace) => {
			const { manifest, recomputedTables } = await restoreShop(target, folder, shouldReplace);
			console.log(`${manifest.tables.length} tables match the export of ${manifest.taken}.`);
			if (recomputedTables.length > 0) console.log(`Recomputed: ${recomputedTables.join(", ")}.`);
		}),
	usage,
);
