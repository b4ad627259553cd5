import { expect, onTestFinished, test, vi } from "vitest";
import type { Env } from "#worker/env.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { checkServices } from "./services.ts";

const respond = async () => null;

async function readServices(bindings: Partial<Record<keyof Env, unknown>>, refresh = true) {
	vi.spyOn(performance, "now").mockReturnValue(1_000);
	onTestFinished(() => void vi.restoreAllMocks());
	const { createContext, addAccount, close } = createLocalShop();
	onTestFinished(close);
	const adminContext = withEnv(createContext(await addAccount("admin")), {
		PICTURES: { head: respond },
		VIEWED: { get: respond },
		...bindings,
	});
	const { services } = await checkServices(adminContext, { refresh });
	return services.map(({ name, health, detail }) => [name, health, detail]);
}

const responded = ["works", "Responded in 0 ms"];

test("names the missing configuration", async () => {
	expect(await readServices({ VIEWED: undefined })).toEqual([
		["Database (D1)", ...responded],
		["Pictures (R2)", ...responded],
		["Recently viewed (KV)", "missing", expect.stringContaining("VIEWED")],
		["Payment (Stripe)", "missing", expect.stringContaining("STRIPE_SECRET_KEY")],
		["Stripe webhook", "missing", expect.stringContaining("STRIPE_WEBHOOK_SECRET")],
		["Sign-in with Google", "missing", expect.stringContaining("GOOGLE_CLIENT_ID")],
		["Email", "missing", expect.stringContaining("EMAIL")],
	]);
});

test("describes how each configured service is set up", async () => {
	const configured = {
		EMAIL: {},
		MAIL_FROM: "sales@garage.test",
		GOOGLE_CLIENT_ID: "id",
		GOOGLE_CLIENT_SECRET: "secret",
		STRIPE_WEBHOOK_SECRET: "whsec_1",
	};
	expect((await readServices(configured)).slice(4)).toEqual([
		["Stripe webhook", "ready", "Secret is set"],
		["Sign-in with Google", "ready", "Client is set"],
		["Email", "ready", "Sent as sales@garage.test"],
	]);
	const error = { type: "invalid_request_error", code: "resource_missing" };
	const sandbox = { fetch: async () => Response.json({ error }, { status: 404 }) };
	expect((await readServices({ SANDBOX: sandbox })).slice(3)).toEqual([
		["Payment (Stripe)", ...responded],
		["Stripe webhook", "ready", "Secret is set"],
		["Sign-in with Google", "ready", "Replaced by the sandbox"],
		["Email", "ready", "Replaced by the sandbox"],
	]);
});

test("checks the services again after a minute", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const isKvWorking = async (bindings: Parameters<typeof readServices>[0], refresh = false) =>
		(await readServices(bindings, refresh))[2]?.[1] === "works";
	expect(await isKvWorking({}, true)).toBe(true);
	vi.setSystemTime(Date.now() + 59_999);
	expect(await isKvWorking({ VIEWED: undefined })).toBe(true);
	vi.setSystemTime(Date.now() + 1);
	expect(await isKvWorking({ VIEWED: undefined })).toBe(false);
});

test("reports a service that does not respond in time", async () => {
	vi.spyOn(console, "error").mockReturnValue();
	const controller = new AbortController();
	vi.spyOn(AbortSignal, "timeout").mockReturnValue(controller.signal);
	const head = () => {
		setImmediate(() => controller.abort());
		return new Promise(() => undefined);
	};
	const [, pictures] = await readServices({ PICTURES: { head } });
	expect(pictures).toEqual(["Pictures (R2)", "down", "No successful response within 2 seconds"]);
});

test("reports a service that responds with an error as down, without claiming that it did not respond", async () => {
	vi.spyOn(console, "error").mockReturnValue();
	const head = () => Promise.reject(new Error("10001: internal error"));
	const [, pictures] = await readServices({ PICTURES: { head } });
	expect(pictures).toEqual(["Pictures (R2)", "down", "No successful response within 2 seconds"]);
});
