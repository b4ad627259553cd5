import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { errorResponse, errorsOf } from "#contract/calls/call.ts";
import { allCalls } from "#contract/calls/index.ts";
import { errors } from "#contract/errors.ts";
import { asJson, startShop } from "../support/shop.ts";
import { accountRows } from "./contract/account-rows.ts";
import {
	createFixture,
	type Fixture,
	type Look,
	lookAt,
	type Role,
	roles,
} from "./contract/fixture.ts";
import { orderRows } from "./contract/order-rows.ts";
import { productRows } from "./contract/product-rows.ts";
import type { Row, Statuses } from "./contract/row.ts";

const shop = await startShop();
afterAll(shop.stop);

/** specification.md §7, row by row. */
const specified = [
	"GET /products?page={n}&size={n}",
	"GET /productCount",
	"GET /products",
	"GET /products/{id}",
	"POST /products",
	"PUT /products/{id}",
	"PUT /product/{productId}",
	"DELETE /products/{id}",
	"POST /orders",
	"GET /orders/{email}",
	"DELETE /orders/{id}",
	"GET /allorders",
	"GET /specificorders/{orderid}",
	"PATCH /orders/{id}",
	"PATCH /shiftorders/{id}",
	"PUT /user/{email}",
	"GET /admin/{email}",
	"PUT /userinfo/{email}",
	"GET /users",
	"PUT /user/admin/{email}",
	"DELETE /user/admin/{email}",
	"POST /review",
	"GET /getreviews",
	"DELETE /review/{id}",
	"POST /create-payment-intent",
	"GET data.json",
];
const rows = [...productRows, ...orderRows, ...accountRows];

test.each(specified)("%s is tried below and described in the table of calls", (named) => {
	expect(rows.map((row) => row.named)).toContain(named);
	const [method, address = ""] = named.split(" ");
	const path = address.replace(/\?.*$/, "").replace(/^(?!\/)/, "/");
	expect(allCalls.map((call) => `${call.method} ${call.path}`)).toContain(`${method} ${path}`);
});

type Transport = "cookie" | "token";

function send(fixture: Fixture, role: Role, transport: Transport, path: string, init: RequestInit) {
	if (role === "anonymous") return shop.fetch(path, init);
	const person = fixture.people[role];
	return transport === "cookie" ? person.fetch(path, init) : person.fetchWithToken(path, init);
}

type Input = "good" | "bad" | "missing";

const pathOf = (row: Row, input: Input) =>
	input === "good" ? row.path : (row[input]?.path ?? row.path);

/** Wrong input is an empty body, unless a row says otherwise. */
function bodyOf(row: Row, input: Input, fixture: Fixture): object | undefined {
	const own = input === "good" ? undefined : row[input]?.body;
	if (own) return own(fixture);
	return input === "bad" && row.body ? {} : row.body?.(fixture);
}

function initOf(row: Row, input: Input, fixture: Fixture): RequestInit {
	const { method } = row.call;
	const body = bodyOf(row, input, fixture);
	return body ? asJson(body, method) : { method };
}

async function expectError(row: Row, response: Response, status: number) {
	expect(response.status, response.status === 500 ? shop.logs().slice(-5).join("\n") : "").toBe(
		status,
	);
	const body: unknown = await response.json();
	const { code } = v.parse(errorResponse, body);
	expect(v.parse(errorResponse, body)).toEqual(body);
	expect(errorsOf(row.call), "documented").toContain(code);
	expect(errors[code].status).toBe(status);
}

async function expectResponse(row: Row, input: Input, response: Response, fixture: Fixture) {
	const body: unknown = await response.json();
	expect(response.status, JSON.stringify(body)).toBe(200);
	if (!row.call.response) throw new Error("a call without an answer");
	expect(v.parse(row.call.response, body)).toEqual(body);
	if (row.answers && input === "good") expect(body).toEqual(row.answers(fixture));
}

/** A look at the database is compared whole: what is not named must be as it was. */
const expectSame = (after: Look, before: Look, changed: object = {}) =>
	expect(after).toEqual({ ...before, ...changed });

async function fixtureFor(row: Row): Promise<Fixture> {
	const fixture = await createFixture(shop);
	return row.arrange ? row.arrange(fixture) : fixture;
}

const untouched = new Map<Row, Promise<Fixture>>();

/** What changes nothing leaves its fixture as it was, and the next try takes it over. */
function sharedFixtureFor(row: Row): Promise<Fixture> {
	const fixture = untouched.get(row) ?? fixtureFor(row);
	untouched.set(row, fixture);
	return fixture;
}

async function tryOne(row: Row, input: Input, role: Role, transport: Transport, status: number) {
	const changes = row.effect !== undefined && input === "good" && status === 200;
	const fixture = await (changes ? fixtureFor(row) : sharedFixtureFor(row));
	const path = pathOf(row, input)(fixture);
	const init = initOf(row, input, fixture);
	const before = await lookAt(fixture);
	const response = await send(fixture, role, transport, path, init);
	if (status === 200) await expectResponse(row, input, response, fixture);
	else await expectError(row, response, status);
	const changed = changes ? row.effect?.(before, fixture) : {};
	expectSame(await lookAt(fixture), before, changed);
}

const statusesOf = (row: Row, input: Input): Statuses | undefined =>
	input === "good" ? row.good : row[input]?.statuses;

const tries = rows.flatMap((row) =>
	(["good", "bad", "missing"] as const).flatMap((input) => {
		const statuses = statusesOf(row, input);
		if (!statuses) return [];
		return roles.flatMap((role, place) => {
			const status = statuses[place] ?? 0;
			const both = role !== "anonymous" && input === "good";
			const transports: Transport[] = both ? ["cookie", "token"] : ["cookie"];
			return transports.map((transport) => ({
				row,
				input,
				role,
				transport,
				status,
				named: row.named,
			}));
		});
	}),
);

test.each(tries)(
	"$named, $input, by $role with $transport: $status",
	({ row, input, role, transport, status }) => tryOne(row, input, role, transport, status),
);
