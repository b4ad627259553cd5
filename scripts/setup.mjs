// Runs with the machine's Node before the packages are installed, so it is plain JavaScript without dependencies.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 20;
const root = fileURLToPath(new URL("..", import.meta.url));
const modules = `${root}node_modules`;

function fail(message) {
	process.stderr.write(`Setup stopped: ${message}\n`);
	process.exit(1);
}

function readPackages(file) {
	try {
		return JSON.parse(readFileSync(file, "utf8")).packages;
	} catch {
		return undefined;
	}
}

function isInstalled() {
	const locked = readPackages(`${root}package-lock.json`);
	if (!locked) fail("package-lock.json is missing or damaged: restore it from the repository.");
	// npm writes this file last, so it is missing after an interrupted install.
	const installed = readPackages(`${modules}/.package-lock.json`);
	if (!installed) return false;
	const isSame = Object.entries(locked).every(([path, { version, optional, devOptional }]) => {
		if (path === "") return true;
		if (!installed[path]) return Boolean(optional || devOptional);
		return installed[path].version === version;
	});
	return isSame && spawnSync(`${modules}/.bin/node`, ["--version"]).status === 0;
}

/** Uses cached packages, and fails within seconds without a network. */
function install() {
	const startedAt = Date.now();
	process.stdout.write("Installing packages (about a minute, once)…\n");
	const args = ["ci", "--include=dev", "--include=optional", "--prefer-offline", "--no-audit"];
	args.push("--no-fund", "--loglevel=error", "--fetch-retries=1", "--fetch-retry-mintimeout=1000");
	const { status } = spawnSync("npm", args, { cwd: root, stdio: "inherit" });
	if (status !== 0) fail("npm could not install the packages, or is missing.");
	if (!isInstalled()) fail("npm must be allowed to run install scripts (`ignore-scripts=false`).");
	process.stdout.write(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.\n`);
}

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
	fail(`Node ${OLDEST_NODE} or newer is required, this is ${process.version}: https://nodejs.org.`);
}
if (!isInstalled()) install();
