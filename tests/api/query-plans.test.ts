import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exerciseShop } from "../plans/exercise-shop.ts";
import { getOperations, readOperations } from "../plans/operations.ts";
import { createPlanner, getGrowingSteps } from "../plans/plans.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop({ vars: { LOG_STATEMENTS: "all" }, isolated: true });
const planner = createPlanner();
afterAll(() => Promise.all([planner.close(), shop.stop()]));

const logLineSchema = v.pipe(v.string(), v.parseJson(), v.object({ statement: v.string() }));

function readStatements(): string[] {
	const logLines = shop.logs().map((line) => v.safeParse(logLineSchema, line));
	return [
		...new Set(logLines.flatMap(({ success, output }) => (success ? [output.statement] : []))),
	];
}

let statements: string[] = [];

beforeAll(async () => {
	await exerciseShop(shop);
	statements = readStatements();
}, 300_000);

/** Finds the statements that scan or sort a growing table, and the steps of their plans that do. */
const findGrowingSteps = () =>
	statements.flatMap((statement) => {
		const steps = getGrowingSteps(statement, planner.explain(statement));
		return steps.length > 0 ? [{ statement, steps }] : [];
	});

test("the captured statements include every kind that the code runs on a table", () => {
	const capturedOperations = new Set(statements.flatMap(getOperations));
	expect(readOperations().filter((operation) => !capturedOperations.has(operation))).toEqual([]);
	expect(statements.length).toBeGreaterThan(70);
});

test("no statement scans or sorts a table that grows", () => {
	expect(findGrowingSteps()).toEqual([]);
});

test("every index changes the plan of at least one statement", () => {
	const explain = (statement: string) => planner.explain(statement).join("\n");
	const plans = statements.map((statement) => [statement, explain(statement)] as const);
	const unusedIndexes = planner.listIndexes().filter((index) => {
		const plansWithIndex = plans.filter(([, plan]) => plan.includes(`INDEX ${index}`));
		return planner.withoutIndex(index, () =>
			plansWithIndex.every(([statement, plan]) => explain(statement) === plan),
		);
	});
	expect(unusedIndexes).toEqual([]);
});

test.each([
	"orders_created",
	"orders_email",
	"products_listed",
	"reviews_created",
	"users_created",
])("without the index %s, a statement would scan or sort a table that grows", (index) => {
	expect(planner.withoutIndex(index, findGrowingSteps).length).toBeGreaterThan(0);
});

test("no statement returns two columns with the same name", () => {
	const statementsWithDuplicates = statements.filter((statement) => {
		const columns = planner.getColumns(statement);
		return new Set(columns).size < columns.length;
	});
	expect(statementsWithDuplicates).toEqual([]);
});
