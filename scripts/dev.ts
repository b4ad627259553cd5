import { checkData, checkPort } from "./support/checks.ts";
import { prepareDatabase } from "./support/database.ts";
import { holdData } from "./support/hold.ts";
import { endOnSignal, startProgram } from "./support/programs.ts";
import { runCommand } from "./support/refusal.ts";
import { serve } from "./support/serve.ts";
import { readSettings, urlOf } from "./support/settings.ts";

/** `npm run dev`: the same shop and data as `npm start`, with hot reload (architecture.md §3). */
async function develop(): Promise<number> {
	const settings = readSettings();
	endOnSignal(0);
	await checkPort(settings, "npm run dev");
	await checkData(settings);
	holdData(settings.data, "open");
	await prepareDatabase(settings.data);
	const address = ["--host", settings.host, "--port", String(settings.port), "--strictPort"];
	const program = startProgram("react-router", ["dev", ...address], settings.data, {
		SHOP_ORIGIN: urlOf(settings),
	});
	return serve(program, settings);
}

await runCommand(develop);
