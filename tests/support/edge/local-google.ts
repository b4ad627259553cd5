import { Hono } from "hono";
import type { AppEnv, SandboxContext } from "../../../sandbox/env.ts";
import { google } from "../../../sandbox/google/routes.ts";
import { Store } from "../../../sandbox/store.ts";
import { DeliveryQueue } from "../../../sandbox/stripe/delivery-queue.ts";
import { Tape } from "../../../sandbox/stripe/tape.ts";
import { createSqliteStorage } from "../sqlite-storage.ts";

const app = new Hono<AppEnv>().route("/__sandbox/google", google);

/** The sandbox's Google in this process; nothing else of the sandbox is there. @returns the binding that a shop has to it */
export function createLocalGoogle(): Fetcher {
	const { sql, atomically } = createSqliteStorage();
	const absent: Fetcher = {
		fetch: () => Promise.reject(new Error("the sandbox calls nobody here")),
		connect: () => {
			throw new Error("no sockets here");
		},
	};
	const context: SandboxContext = {
		store: new Store(sql),
		deliveries: new DeliveryQueue(sql),
		shop: absent,
		webhookSecret: "",
		inFlight: new Set(),
		sending: new Set(),
		callTimes: [],
		tape: new Tape(),
		atomically,
		scheduleAlarm: () => undefined,
	};
	const fetch = async (input: RequestInfo | URL, init?: RequestInit) =>
		app.fetch(new Request(input, init), context);
	return { ...absent, fetch };
}
