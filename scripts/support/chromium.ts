import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { runProgram } from "./programs.ts";
import { Refusal } from "./refusal.ts";
import { stage } from "./stages.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macApplications = ["Google Chrome", "Chromium"].map(
	(name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** Chromium without its windows: a new visitor costs it a third of the work. Lighthouse needs the whole of it. */
const shellNames = ["chromium-headless-shell", "chrome-headless-shell"];

/** @returns every path that a program of these names may have on the PATH */
function listOnPath(programs: string[]): string[] {
	const folders = (process.env.PATH ?? "").split(delimiter);
	const paths = programs.flatMap((name) => folders.map((folder) => join(folder, name)));
	return paths.filter((path) => existsSync(path));
}

/** @returns every path that may hold a browser, the one to prefer first */
function listCandidates(): string[] {
	const elsewhere = [...macApplications, chromium.executablePath()];
	return [...listOnPath(names), ...elsewhere.filter((path) => existsSync(path))];
}

/** A browser may be there and lack a library: only one that starts counts. */
const runs = async (browser: string) => (await runProgram(browser, ["--version"])).code === 0;

/**
 * @returns the path of a Chromium on this machine: of CHROMIUM, of the PATH, or of Playwright's cache; null without
 * @throws Refusal when CHROMIUM names none
 */
async function findChromium(): Promise<string | null> {
	const named = process.env.CHROMIUM;
	if (named) {
		if (await runs(named)) return named;
		throw new Refusal(`CHROMIUM=${named} is no browser that runs here.`);
	}
	for (const browser of listCandidates()) {
		if (await runs(browser)) return browser;
	}
	return null;
}

/** @returns what goes before a command that needs the administrator; null when we may not be one */
async function findAdministrator(): Promise<string[] | null> {
	if (process.getuid?.() === 0) return [];
	return (await runProgram("sudo", ["-n", "true"])).code === 0 ? ["sudo", "-n"] : null;
}

/** Installs the first of these system packages that can be had. */
async function installPackage(administrator: string[], packages: string[]): Promise<void> {
	const [command = "", ...before] = [...administrator, "env", "DEBIAN_FRONTEND=noninteractive"];
	await runProgram(command, [...before, "apt-get", "update"]);
	for (const name of packages) {
		const { code } = await runProgram(command, [...before, "apt-get", "install", "-y", name]);
		if (code === 0) return;
	}
}

/**
 * Playwright's own build first, with the libraries it lacks where we may install them; else a system's package.
 * @param packages the packages that would do, the one to prefer first
 */
async function fetchBrowser(packages: string[]): Promise<void> {
	await runProgram("playwright-core", ["install", "chromium"]);
	const administrator = await findAdministrator();
	if (!administrator || (await findChromium())) return;
	if (existsSync(chromium.executablePath())) {
		await runProgram("playwright-core", ["install-deps", "chromium"]);
	} else {
		await installPackage(administrator, packages);
	}
}

/**
 * @param find looks for a browser on this machine
 * @param packages what to install when there is none
 * @returns its path, fetched when there was none
 * @throws Refusal when none can be had
 */
async function findOrFetch(
	find: () => Promise<string | null>,
	packages: string[],
): Promise<string> {
	const present = await find();
	if (present) return present;
	await stage("Fetching a Chromium (once)", () => fetchBrowser(packages));
	const fetched = await find();
	if (fetched) return fetched;
	throw new Refusal(
		"The browser tests need Chromium, and none could be fetched: install it (`apt-get install chromium`, `brew install --cask chromium`) or name one with CHROMIUM=<path>.",
	);
}

/** @returns the path of a Chromium, fetched when there was none. @throws Refusal when none can be had */
export const requireChromium = () => findOrFetch(findChromium, ["chromium"]);

/** @returns a Chromium without windows on the PATH, unless CHROMIUM names another browser; else any Chromium */
async function findTestBrowser(): Promise<string | null> {
	const shells = process.env.CHROMIUM ? [] : listOnPath(shellNames);
	for (const shell of shells) if (await runs(shell)) return shell;
	return findChromium();
}

/** @returns the path of the browser that tests run quickest in. @throws Refusal when none can be had */
export const requireTestBrowser = () =>
	findOrFetch(findTestBrowser, ["chromium-headless-shell", "chromium"]);
