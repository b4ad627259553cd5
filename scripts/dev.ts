import { once } from "node:events";
import { prepareDatabase } from "./support/database.ts";
import { holdData } from "./support/hold.ts";
import { endOnSignal, startProgram } from "./support/programs.ts";
import { checkPort, readSettings, urlOf } from "./support/settings.ts";
import { runCommand } from "./support/user-error.ts";

/** `npm run dev`: the same shop and data as `npm start`, with hot reload; Vite says where it is. */
async function develop(): Promise<number> {
	const settings = readSettings();
	endOnSignal(0);
	await checkPort(settings, "npm run dev");
	holdData(settings.data, "open");
	await prepareDatabase(settings.data);
	const address = ["--host", settings.host, "--port", String(settings.port), "--strictPort"];
	const program = startProgram("react-router", ["dev", ...address], settings.data, {
		SHOP_ORIGIN: urlOf(settings),
	});
	program.stdout.pipe(process.stdout);
	program.stderr.pipe(process.stderr);
	const [code] = await once(program, "close");
	return typeof code === "number" ? code : 1;
}

await runCommand(develop);
