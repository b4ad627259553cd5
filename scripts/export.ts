import { withBindings } from "./backup/bindings.ts";
import { exportShop } from "./backup/export.ts";
import { runCommand } from "./support/user-error.ts";

const usage = `npm run export -- --to FOLDER --env production (or staging, or --local)

Exports every table and picture to a folder (docs/backup.md).

  --to FOLDER        a folder that does not exist or is empty
  --env production   the shop on Cloudflare, or staging
  --local            the shop of npm start, which must be stopped`;

await runCommand(
	() =>
		withBindings("export", async (source, folder) => {
			const { tables, pictures, changed, skippedKeys } = await exportShop(source, folder);
			const rowCount = tables.reduce((sum, table) => sum + table.rows, 0);
			console.log(
				`${tables.length} tables, ${rowCount} rows and ${pictures.rows} pictures in ${folder}`,
			);
			if (changed.length > 0) {
				console.log(`Changed during the export (docs/backup.md): ${changed.join(", ")}.`);
			}
			if (skippedKeys.length > 0) {
				const keys = skippedKeys.map((key) => JSON.stringify(key)).join(", ");
				console.log(`Left out because they are damaged or not pictures of the shop: ${keys}`);
			}
		}),
	usage,
);
