import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exerciseShop } from "../plans/exercise-shop.ts";
import { operationsOf, readOperations } from "../plans/operations.ts";
import { createPlanner, growingSteps } from "../plans/plans.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop({ vars: { LOG_STATEMENTS: "all" }, isolated: true });
const planner = createPlanner();
afterAll(() => Promise.all([planner.close(), shop.stop()]));

const noteSchema = v.pipe(v.string(), v.parseJson(), v.object({ statement: v.string() }));

function readStatements(): string[] {
	const notes = shop.logs().map((line) => v.safeParse(noteSchema, line));
	return [...new Set(notes.flatMap(({ success, output }) => (success ? [output.statement] : [])))];
}

let statements: string[] = [];

beforeAll(async () => {
	await exerciseShop(shop);
	statements = readStatements();
}, 300_000);

const findGrowing = () =>
	statements.flatMap((statement) => {
		const steps = growingSteps(statement, planner.explain(statement));
		return steps.length > 0 ? [{ statement, steps }] : [];
	});

test("every kind of statement that the code runs on a table was captured", () => {
	const captured = new Set(statements.flatMap(operationsOf));
	expect(readOperations().filter((operation) => !captured.has(operation))).toEqual([]);
	expect(statements.length).toBeGreaterThan(70);
});

test("no statement scans or sorts a table that grows", () => {
	expect(findGrowing()).toEqual([]);
});

test("every index is in the plan of a statement", () => {
	const plans = () => statements.map((statement) => planner.explain(statement).join("\n"));
	const whole = plans();
	const idle = planner.listIndexes().filter((index) => {
		const changed = planner.withoutIndex(index, plans);
		return changed.every((plan, place) => plan === whole[place]);
	});
	expect(idle).toEqual([]);
});

test.each([
	"orders_created",
	"orders_email",
	"products_listed",
	"reviews_created",
	"users_created",
])("without the index %s a statement would read or sort everything", (index) => {
	expect(planner.withoutIndex(index, findGrowing).length).toBeGreaterThan(0);
});

test("no statement returns two columns of one name", () => {
	const doubled = statements.filter((statement) => {
		const columns = planner.columnsOf(statement);
		return new Set(columns).size < columns.length;
	});
	expect(doubled).toEqual([]);
});
