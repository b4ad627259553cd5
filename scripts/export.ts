import { withBindings } from "./backup/bindings.ts";
import { exportShop } from "./backup/export.ts";
import { runCommand } from "./support/user-error.ts";

/** `npm run export -- --to FOLDER --local`, or `--env production`, exports every table and picture (docs/backup.md). */
await runCommand(() =>
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
);
