import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { errorResponse, getErrors } from "#contract/calls/call.ts";
import { allCalls } from "#contract/calls/index.ts";
import { errors } from "#contract/errors.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import {
	createFixture,
	type Fixture,
	readSnapshot,
	type Snapshot,
	type Visitor,
	visitors,
} from "./contract/fixture.ts";
import { type ContractRow, hasOwnFixtures } from "./contract/row.ts";
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

const getSpecCall = ({ specCall, call: { method, path } }: ContractRow): string =>
	specCall ?? `${method} ${path}`;

test.each(specCalls)("%s has a row in the tests and is defined in contract/calls", (specCall) => {
	expect(rows.map(getSpecCall)).toContain(specCall);
	const [method, specPath = ""] = specCall.split(" ");
	const path = specPath.replace(/\?.*$/, "").replace(/^(?!\/)/, "/");
	expect(allCalls.map((call) => `${call.method} ${call.path}`)).toContain(`${method} ${path}`);
});

type Transport = "cookie" | "token" | "no session";

function send(
	fixture: Fixture,
	visitor: Visitor,
	transport: Transport,
	path: string,
	init: RequestInit,
) {
	if (visitor === "anonymous") return shop.fetch(path, init);
	const account = fixture.accounts[visitor];
	return transport === "cookie" ? account.fetch(path, init) : account.fetchWithToken(path, init);
}

/** "missing" input contains the ID or email of something that does not exist. */
type Input = "valid" | "invalid" | "missing";

const getVariant = (row: ContractRow, input: Input) =>
	input === "valid" ? row : row[`${input}Case` as const];

const getPath = (row: ContractRow, input: Input) => getVariant(row, input)?.path ?? row.path;

/** Returns the request's body. An invalid request has an empty body, unless the row defines one. */
function createBody(row: ContractRow, input: Input, fixture: Fixture): object | undefined {
	if (input === "invalid" && row.body && !row.invalidCase?.body) return {};
	return (getVariant(row, input)?.body ?? row.body)?.(fixture);
}

function createInit(row: ContractRow, input: Input, fixture: Fixture): RequestInit {
	const { method } = row.call;
	const body = createBody(row, input, fixture);
	return body ? createJsonInit(body, method) : { method };
}

async function expectError(row: ContractRow, response: Response, status: number) {
	expect(response.status, response.status === 500 ? shop.logs().slice(-5).join("\n") : "").toBe(
		status,
	);
	const body: unknown = await response.json();
	const { code } = v.parse(errorResponse, body);
	expect(v.parse(errorResponse, body)).toEqual(body);
	expect(getErrors(row.call), "documented errors").toContain(code);
	expect(errors[code].status).toBe(status);
}

async function expectResponse(
	row: ContractRow,
	input: Input,
	response: Response,
	fixture: Fixture,
) {
	const body: unknown = await response.json();
	expect(response.status, JSON.stringify(body)).toBe(200);
	if (!row.call.response) throw new Error("The call has no response schema.");
	expect(v.parse(row.call.response, body)).toEqual(body);
	if (row.expectedBody && input === "valid") expect(body).toEqual(row.expectedBody(fixture));
}

async function arrangeFixture(row: ContractRow): Promise<Fixture> {
	const fixture = await createFixture(shop);
	return row.arrange ? row.arrange(fixture) : fixture;
}

type Case = {
	row: ContractRow;
	input: Input;
	visitor: Visitor;
	transport: Transport;
	status: number;
	specCall: string;
};

const isWrite = ({ row, input, status }: Case): boolean =>
	hasOwnFixtures(row) && input === "valid" && status === 200;

/** Sends the request of a case, and checks the response. */
async function sendCase(
	{ row, input, visitor, transport, status }: Case,
	fixture: Fixture,
): Promise<void> {
	const init = createInit(row, input, fixture);
	const path = getPath(row, input)(fixture);
	const response = await send(fixture, visitor, transport, path, init);
	if (status === 200) await expectResponse(row, input, response, fixture);
	else await expectError(row, response, status);
}

const listCases = (row: ContractRow): Case[] =>
	(["valid", "invalid", "missing"] as const).flatMap((input) => {
		const statuses = getVariant(row, input)?.statuses;
		if (!statuses) return [];
		return visitors.flatMap((visitor) => {
			const status = statuses[visitor];
			const sessionTransports: Transport[] = input === "valid" ? ["cookie", "token"] : ["cookie"];
			const transports = visitor === "anonymous" ? (["no session"] as const) : sessionTransports;
			return transports.map((transport) => ({
				row,
				input,
				visitor,
				transport,
				status,
				specCall: getSpecCall(row),
			}));
		});
	});

const caseTitle =
	"$specCall with $input input, sent by $visitor with $transport, responds with $status";

/** The fixture that a row's rejected and read-only requests share, and its snapshot before the first of them. */
type SharedFixture = Promise<{ fixture: Fixture; snapshot: Snapshot }>;

async function arrangeSharedFixture(row: ContractRow): SharedFixture {
	const fixture = await arrangeFixture(row);
	return { fixture, snapshot: await readSnapshot(fixture) };
}

for (const row of rows) {
	const cases = listCases(row);
	let sharedFixture: SharedFixture | null = null;
	const getSharedFixture = () => {
		sharedFixture ??= arrangeSharedFixture(row);
		return sharedFixture;
	};

	test.each(cases.filter((item) => !isWrite(item)))(caseTitle, async (item) => {
		await sendCase(item, (await getSharedFixture()).fixture);
	});

	// Reads one snapshot after all of these requests, because reading it takes as long as most of them.
	test(`rejected and read-only requests of ${getSpecCall(row)} have changed nothing`, async () => {
		const { fixture, snapshot } = await getSharedFixture();
		expect(await readSnapshot(fixture)).toEqual(snapshot);
	});

	test.each(cases.filter(isWrite))(caseTitle, async (item) => {
		const fixture = await arrangeFixture(row);
		const snapshot = await readSnapshot(fixture);
		const expectedChanges = row.expectedChanges?.(snapshot, fixture);
		await sendCase(item, fixture);
		expect(await readSnapshot(fixture)).toEqual({ ...snapshot, ...expectedChanges });
	});
}
