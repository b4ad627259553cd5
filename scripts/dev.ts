import { once } from "node:events";
import { readServerSettings } from "./support/arguments.ts";
import { prepareDataFolder } from "./support/database.ts";
import { lockDataFolder } from "./support/lock.ts";
import { exitOnSignal, startProgram } from "./support/programs.ts";
import { checkPort, getUrl } from "./support/settings.ts";
import { runCommand } from "./support/user-error.ts";

const usage = `npm run dev [-- --port 3000] [--host 0.0.0.0]

Serves the shop and data of npm start with hot reload.

  --port 3000      the port, by default PORT or 8787
  --host 0.0.0.0   the address to listen on, by default HOST or localhost
  STORE_DATA       the environment variable with the data folder, by default .wrangler/state`;

async function develop(): Promise<number> {
	const settings = readServerSettings();
	exitOnSignal(0);
	await checkPort(settings, "npm run dev");
	lockDataFolder(settings.dataFolder, "start");
	await prepareDataFolder(settings.dataFolder);
	const address = ["--host", settings.host, "--port", String(settings.port), "--strictPort"];
	const program = startProgram("react-router", ["dev", ...address], settings.dataFolder, {
		SHOP_ORIGIN: getUrl(settings),
	});
	program.stdout.pipe(process.stdout);
	program.stderr.pipe(process.stderr);
	const [code] = await once(program, "close");
	return typeof code === "number" ? code : 1;
}

await runCommand(develop, usage);
