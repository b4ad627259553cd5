// Runs on the machine's own Node, before anything is installed: plain JavaScript, no dependency.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 20;
const root = fileURLToPath(new URL("..", import.meta.url));
const modules = `${root}node_modules`;

function fail(sentence) {
	process.stderr.write(`Setup stopped: ${sentence}\n`);
	process.exit(1);
}

function readPackages(file) {
	try {
		return JSON.parse(readFileSync(file, "utf8")).packages;
	} catch {
		return undefined;
	}
}

/** npm writes the inner lock file last, so an interrupted install never counts as one. */
function isInstalled() {
	const wanted = readPackages(`${root}package-lock.json`);
	const present = readPackages(`${modules}/.package-lock.json`);
	if (!wanted) fail("package-lock.json is missing or damaged: restore it from the repository.");
	if (!present) return false;
	const isSame = Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
		if (path === "") return true;
		if (!present[path]) return Boolean(optional || devOptional);
		return present[path].version === version;
	});
	return isSame && spawnSync(`${modules}/.bin/node`, ["--version"]).status === 0;
}

/** `--prefer-offline`: what npm has in its cache needs no network; few retries: without a network it fails within seconds. */
function install() {
	const began = Date.now();
	process.stdout.write("Installing packages (about a minute, once)…\n");
	const args = ["ci", "--include=dev", "--include=optional", "--prefer-offline", "--no-audit"];
	args.push("--no-fund", "--loglevel=error", "--fetch-retries=1", "--fetch-retry-mintimeout=1000");
	// npm says itself what is wrong: no network, no permission, a full disk, a lock file that does not fit.
	const { error, status } = spawnSync("npm", args, { cwd: root, stdio: "inherit" });
	if (error) fail("npm does not run: it comes with Node, see https://nodejs.org.");
	if (status !== 0) fail("npm could not install the packages (its reason is above).");
	if (!isInstalled()) fail("npm must be allowed to run install scripts (`ignore-scripts=false`).");
	process.stdout.write(`Installed in ${Math.round((Date.now() - began) / 1000)} s.\n`);
}

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
	fail(`Node ${OLDEST_NODE} or newer is needed, this is ${process.version}: https://nodejs.org.`);
}
if (!isInstalled()) install();
