import * as v from "valibot";
import { vi } from "vitest";
import { startProgram, stopProgram } from "../../scripts/support/programs.ts";
import { findFreePort } from "../support/free-port.ts";
import {
	findElement,
	readPosition,
	type Tab,
	type Target,
	waitOptions,
	waitUntilStill,
} from "./tab.ts";

/** Key of an element reference in JSON (W3C WebDriver, "Elements"). */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

const valueSchema = v.object({ value: v.unknown() });
const errorSchema = v.object({ error: v.string(), message: v.string() });
const sessionSchema = v.object({ sessionId: v.string() });
const pointSchema = v.object({ x: v.number(), y: v.number() });
const positionSchema = v.object({
	...pointSchema.entries,
	isReachable: v.boolean(),
	frameTime: v.number(),
});
const problemsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const elementSchema = v.object({ [elementKey]: v.string() });

type Call = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<unknown>;

const createCall =
	(baseUrl: string): Call =>
	async (method, path, body) => {
		const response = await fetch(baseUrl + path, {
			method,
			...(body && { body: JSON.stringify(body) }),
		});
		const { value } = v.parse(valueSchema, await response.json());
		const error = v.safeParse(errorSchema, value);
		if (error.success) throw new Error(`${error.output.error}: ${error.output.message}`);
		return value;
	};

/** Runs in the page. Ignores a hidden iframe, because its position may still change. */
function findVisible(selector: string): Element | null {
	const element = document.querySelector(selector);
	return element && getComputedStyle(element).visibility === "visible" ? element : null;
}

/**
 * Runs in the page. From now on, records the page's problems in session storage. The W3C protocol reports no console messages,
 * and a driver cannot run a script before the page's own.
 */
function recordProblems(): void {
	if (Reflect.has(window, "isRecording")) return;
	Reflect.set(window, "isRecording", true);
	const record = (problem: string) => {
		const problems = JSON.parse(sessionStorage.getItem("problems") ?? "[]");
		sessionStorage.setItem("problems", JSON.stringify([...problems, problem]));
	};
	const logError = console.error;
	console.error = (...values) => {
		record(`console: ${values.map(String).join(" ")}`);
		logError(...values);
	};
	addEventListener("error", ({ message }) => record(`exception: ${message}`));
	addEventListener("unhandledrejection", ({ reason }: PromiseRejectionEvent) =>
		record(`exception: ${String(reason)}`),
	);
	addEventListener("securitypolicyviolation", ({ blockedURI }) => record(`policy: ${blockedURI}`));
}

type Options = {
	/** Path of WebKitGTK's MiniBrowser. */
	binary: string;
	origin: string;
	/** In CSS pixels; MiniBrowser's minimum is 447. */
	width: number;
	javaScript: boolean;
};

/** Starts an X server, WebKitWebDriver and MiniBrowser with one page. */
export async function startWebKitTab(options: Options): Promise<Tab> {
	const { binary, origin, width, javaScript } = options;
	const port = await findFreePort();
	const display = `:${port}`;
	const xServer = startProgram("Xvfb", [
		display,
		"-screen",
		"0",
		"1600x1200x24",
		"-nolisten",
		"tcp",
	]);
	const environment = { DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1", GDK_BACKEND: "x11" };
	const driver = startProgram("WebKitWebDriver", [`--port=${port}`], undefined, environment);
	for (const program of [xServer, driver]) {
		program.stdout.resume();
		program.stderr.resume();
	}
	const callDriver = createCall(`http://127.0.0.1:${port}`);
	const capabilities = {
		browserName: "MiniBrowser",
		"webkitgtk:browserOptions": {
			binary,
			args: ["--automation", `--enable-javascript=${javaScript}`],
		},
	};
	const session = await vi.waitFor(
		async () =>
			v.parse(
				sessionSchema,
				await callDriver("POST", "/session", { capabilities: { alwaysMatch: capabilities } }),
			),
		waitOptions,
	);
	const call: Call = (method, path, body) =>
		callDriver(method, `/session/${session.sessionId}${path}`, body);
	await call("POST", "/window/rect", { width, height: 844 });

	const run = (script: string, ...args: unknown[]) =>
		call("POST", "/execute/sync", { script: `(${recordProblems})(); ${script}`, args });
	const findNow = (target: Target) => run(`return (${findElement})(arguments[0])`, target);
	const find = (target: Target) =>
		vi.waitFor(async () => {
			const element = v.safeParse(elementSchema, await findNow(target));
			if (!element.success) throw new Error(`${target.role} "${target.name}" is missing`);
			return element.output[elementKey];
		}, waitOptions);
	/** The iframe that `inFrame` works in. */
	let iframe: object | null = null;
	const clickAt = async (x: number, y: number) => {
		const actions = [
			{ type: "pointerMove", duration: 0, x, y, origin: "viewport" },
			{ type: "pointerDown", button: 0 },
			{ type: "pointerUp", button: 0 },
		];
		const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
		await call("POST", "/actions", { actions: [mouse] });
	};
	const type = (value: string) => {
		const actions = [...value].flatMap((key) => [
			{ type: "keyDown", value: key },
			{ type: "keyUp", value: key },
		]);
		return call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
	};
	const waitForCenter = (findReference: () => Promise<object>) =>
		waitUntilStill(async () =>
			v.parse(
				positionSchema,
				await run(`return (${readPosition})(arguments[0])`, await findReference()),
			),
		);
	/** Returns the position of the iframe's top left corner in the viewport. */
	const findCorner = async () => {
		const corner = await run("return arguments[0].getBoundingClientRect().toJSON()", iframe);
		return v.parse(pointSchema, corner);
	};
	/** Clicks in the top-level page, because WebKit's driver cannot reach elements in cross-origin iframes. */
	const click = async (target: Target) => {
		const { x, y } = await waitForCenter(async () => ({ [elementKey]: await find(target) }));
		if (!iframe) return clickAt(x, y);
		await call("POST", "/frame", { id: null });
		const corner = await findCorner();
		await clickAt(Math.round(x + corner.x), Math.round(y + corner.y));
	};
	const readString = (script: string, ...args: unknown[]) => run(script, ...args).then(String);

	return {
		goto: async (path) => void (await call("POST", "/url", { url: origin + path })),
		// WebDriver's own "back" never completes if the page comes from the back/forward cache.
		goBack: async () => void (await run("history.back()")),
		getPath: () => readString("return location.pathname + location.search"),
		getText: () => readString("return document.body.innerText"),
		has: async (target) => (await findNow(target)) !== null,
		click,
		fill: async (target, value) => {
			if (!iframe) await call("POST", `/element/${await find(target)}/clear`, {});
			await click(target);
			await type(value);
			if (iframe) await call("POST", "/frame", { id: iframe });
		},
		upload: async (target, path) =>
			void (await call("POST", `/element/${await find(target)}/value`, { text: path })),
		getFieldValue: async (target) =>
			readString("return arguments[0].value", { [elementKey]: await find(target) }),
		inFrame: async (title, callback) => {
			const id = await vi.waitFor(
				async () =>
					v.parse(
						elementSchema,
						await run(`return (${findVisible})(arguments[0])`, `iframe[title="${title}"]`),
					),
				waitOptions,
			);
			await waitForCenter(async () => id);
			iframe = id;
			await call("POST", "/frame", { id });
			try {
				await callback();
			} finally {
				iframe = null;
				await call("POST", "/frame", { id: null });
			}
		},
		hasPageScriptStarted: async () =>
			(await run("return document.documentElement.dataset.script")) === "started",
		getProblems: async () =>
			v.parse(problemsSchema, await run("return sessionStorage.getItem('problems') ?? '[]'")),
		close: async () => {
			await call("DELETE", "").catch(() => undefined);
			await stopProgram(driver);
			await stopProgram(xServer);
		},
	};
}
