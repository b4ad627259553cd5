import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { errorResponse, errorsOf } from "#contract/calls/call.ts";
import { allCalls } from "#contract/calls/index.ts";
import { errors } from "#contract/errors.ts";
import { asJson, startShop } from "../support/shop.ts";
import {
	createFixture,
	type Fixture,
	type Role,
	readSnapshot,
	roles,
	type Snapshot,
} from "./contract/fixture.ts";
import type { Row, Statuses } from "./contract/row.ts";
import { contractRows as rows } from "./contract/rows.ts";

const shop = await startShop();
afterAll(shop.stop);

/** The rows of specification.md §7. */
const specCalls = [
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

const specCallOf = ({ specCall, call: { method, path } }: Row): string =>
	specCall ?? `${method} ${path}`;

test.each(specCalls)("%s is tested below and is in the table of calls", (specCall) => {
	expect(rows.map(specCallOf)).toContain(specCall);
	const [method, specPath = ""] = specCall.split(" ");
	const path = specPath.replace(/\?.*$/, "").replace(/^(?!\/)/, "/");
	expect(allCalls.map((call) => `${call.method} ${call.path}`)).toContain(`${method} ${path}`);
});

type Transport = "cookie" | "token" | "no session";

function send(fixture: Fixture, role: Role, transport: Transport, path: string, init: RequestInit) {
	if (role === "anonymous") return shop.fetch(path, init);
	const account = fixture.accounts[role];
	return transport === "cookie" ? account.fetch(path, init) : account.fetchWithToken(path, init);
}

/** The input of `missing` names an order, product, review or account that does not exist. */
type Input = "valid" | "invalid" | "missing";

const pathOf = (row: Row, input: Input) =>
	input === "valid" ? row.path : (row[input]?.path ?? row.path);

/** Returns the request's body. That of invalid input is empty, unless the row defines one. */
function bodyOf(row: Row, input: Input, fixture: Fixture): object | undefined {
	const variantBody = input === "valid" ? undefined : row[input]?.body;
	if (variantBody) return variantBody(fixture);
	return input === "invalid" && row.body ? {} : row.body?.(fixture);
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
	if (!row.call.response) throw new Error("The call has no response schema.");
	expect(v.parse(row.call.response, body)).toEqual(body);
	if (row.expectedBody && input === "valid") expect(body).toEqual(row.expectedBody(fixture));
}

/** Compares all database records of the fixture. Those that are not in `expectedChanges` must not have changed. */
const expectSnapshot = (
	snapshotAfter: Snapshot,
	snapshotBefore: Snapshot,
	expectedChanges: object = {},
) => expect(snapshotAfter).toEqual({ ...snapshotBefore, ...expectedChanges });

async function fixtureFor(row: Row): Promise<Fixture> {
	const fixture = await createFixture(shop);
	return row.arrange ? row.arrange(fixture) : fixture;
}

const sharedFixtures = new Map<Row, Promise<Fixture>>();

/** Cases that change nothing share one fixture for each row. */
function sharedFixtureFor(row: Row): Promise<Fixture> {
	const fixture = sharedFixtures.get(row) ?? fixtureFor(row);
	sharedFixtures.set(row, fixture);
	return fixture;
}

/** The rows after the previous case, which are those before this one if it has the same fixture. */
let previousCase: { fixture: Fixture; snapshot: Snapshot } | null = null;

async function runCase(row: Row, input: Input, role: Role, transport: Transport, status: number) {
	const changesData = row.expectedChanges !== undefined && input === "valid" && status === 200;
	const fixture = await (changesData ? fixtureFor(row) : sharedFixtureFor(row));
	const path = pathOf(row, input)(fixture);
	const init = initOf(row, input, fixture);
	const snapshotBefore =
		previousCase?.fixture === fixture ? previousCase.snapshot : await readSnapshot(fixture);
	previousCase = null;
	const response = await send(fixture, role, transport, path, init);
	if (status === 200) await expectResponse(row, input, response, fixture);
	else await expectError(row, response, status);
	const expectedChanges = changesData ? row.expectedChanges?.(snapshotBefore, fixture) : {};
	const snapshot = await readSnapshot(fixture);
	expectSnapshot(snapshot, snapshotBefore, expectedChanges);
	previousCase = { fixture, snapshot };
}

const statusesOf = (row: Row, input: Input): Statuses | undefined =>
	input === "valid" ? row.valid : row[input]?.statuses;

const cases = rows.flatMap((row) =>
	(["valid", "invalid", "missing"] as const).flatMap((input) => {
		const statuses = statusesOf(row, input);
		if (!statuses) return [];
		return roles.flatMap((role, index) => {
			const status = statuses[index] ?? 0;
			const sessionTransports: Transport[] = input === "valid" ? ["cookie", "token"] : ["cookie"];
			const transports = role === "anonymous" ? (["no session"] as const) : sessionTransports;
			return transports.map((transport) => ({
				row,
				input,
				role,
				transport,
				status,
				specCall: specCallOf(row),
			}));
		});
	}),
);

test.each(cases)(
	"$specCall with $input input, sent by $role with $transport, responds with $status",
	({ row, input, role, transport, status }) => runCase(row, input, role, transport, status),
);
