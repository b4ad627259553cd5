// Runs on the machine's own Node, before anything is installed: plain JavaScript, no dependency.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 20;
const root = fileURLToPath(new URL("..", import.meta.url));
const modules = `${root}node_modules`;
const shopNode = `${modules}/.bin/node`;

const UNREACHABLE =
	/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|ECONNRESET|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR/;

/** npm's error code → what the reader can do about it. */
const REASONS = [
	[
		UNREACHABLE,
		"the package registry cannot be reached: check the network, the proxy and `npm config get registry`, then start again.",
	],
	[
		/CERT|SSL|TLS/,
		"the package registry's certificate is not trusted: check npm's `cafile` setting.",
	],
	[
		/E401|E403|ENEEDAUTH/,
		"the package registry refuses access: check npm's registry and login settings.",
	],
	[
		/EACCES|EPERM|EROFS/,
		`no permission to write in ${root}: give yourself write access to this folder.`,
	],
	[/ENOSPC|EDQUOT/, "the disk is full: about 1 GB is needed."],
	[/EUSAGE/, "package.json and package-lock.json disagree: run `npm install` once."],
	[/EINTEGRITY/, "a download was damaged: run `npm cache clean --force`, then start again."],
];

function fail(sentence) {
	process.stderr.write(`Set-up stopped: ${sentence}\n`);
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
	if (!wanted) fail("package-lock.json is missing or damaged: fetch it again from the repository.");
	if (!present) return false;
	const same = Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
		if (path === "") return true;
		if (!present[path]) return Boolean(optional || devOptional);
		return present[path].version === version;
	});
	return same && spawnSync(shopNode, ["--version"]).status === 0;
}

function checkMachine() {
	if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
		fail(
			`Node ${OLDEST_NODE} or newer is needed, this is ${process.version}: see https://nodejs.org.`,
		);
	}
	try {
		accessSync(existsSync(modules) ? modules : root, constants.W_OK);
	} catch (error) {
		fail(reasonFor(error.code ?? "") ?? error.message);
	}
}

function reasonFor(code) {
	return REASONS.find(([pattern]) => pattern.test(code))?.[1];
}

/** The npm that runs us where there is one, otherwise the one on the PATH. */
function npmCommand() {
	const own = process.env.npm_execpath;
	return own && /npm-cli\.c?js$/.test(own) ? [process.execPath, [own]] : ["npm", []];
}

/** @returns npm's exit code (undefined when there is no npm) and all that it wrote */
function runNpm(...args) {
	const [command, before] = npmCommand();
	const quiet = ["--loglevel=error", "--no-audit", "--no-fund", "--no-progress"];
	const child = spawn(command, [...before, ...args, ...quiet], {
		cwd: root,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (chunk) => (output += chunk));
	return new Promise((resolve) => {
		child.on("error", () => resolve({ code: undefined, output }));
		child.on("close", (code) => resolve({ code, output }));
	});
}

/** npm would retry each of hundreds of packages: one ping tells within seconds that there is no way out. */
async function runInstall() {
	const install = ["ci", "--include=dev", "--include=optional"];
	const ping = await runNpm(
		"ping",
		"--fetch-retries=1",
		"--fetch-retry-mintimeout=500",
		"--fetch-timeout=10000",
	);
	if (!UNREACHABLE.test(errorCode(ping.output)))
		return runNpm(...install, "--fetch-retry-mintimeout=1000");
	const fromCache = await runNpm(...install, "--offline");
	return fromCache.code === 0 ? fromCache : ping;
}

/** Prints the seconds gone by: in place on a terminal, else a line now and then. */
function showProgress(began) {
	const inPlace = process.stdout.isTTY;
	const tick = () => {
		const seconds = Math.round((Date.now() - began) / 1000);
		process.stdout.write(inPlace ? `\r  ${seconds} s` : `  still installing, ${seconds} s\n`);
	};
	const timer = setInterval(tick, inPlace ? 1000 : 15_000);
	return () => {
		clearInterval(timer);
		if (inPlace) process.stdout.write("\r");
	};
}

const errorCode = (output) => /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1] ?? "";

function explain({ code, output }) {
	if (code === undefined)
		return "npm is not installed: it comes with Node, see https://nodejs.org.";
	return reasonFor(errorCode(output)) ?? `npm could not install the packages.\n${output.trim()}`;
}

async function install() {
	const began = Date.now();
	process.stdout.write("Installing packages… (about a minute, once)\n");
	const stop = showProgress(began);
	const result = await runInstall();
	stop();
	if (result.code !== 0) fail(explain(result));
	if (!isInstalled()) {
		fail(
			"the shop's own Node did not install: npm must be allowed to run install scripts (`ignore-scripts=false`).",
		);
	}
	process.stdout.write(`Installed in ${Math.round((Date.now() - began) / 1000)} s.\n`);
}

checkMachine();
if (!isInstalled()) await install();
