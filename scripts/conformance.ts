import { mkdir } from "node:fs/promises";
import {
	type Connection,
	connectToStripe,
	connectToStripeMock,
} from "../tests/conformance/connection.ts";
import { writeExchanges } from "../tests/conformance/exchanges.ts";
import { compareFields, runScenarios } from "../tests/conformance/run.ts";
import { parseArguments } from "./support/arguments.ts";
import { runCommand, UserError } from "./support/user-error.ts";

async function report(name: string, connection: Connection): Promise<number> {
	console.log(`\n${name}`);
	const results = await runScenarios(connection);
	for (const { name: scenario, differences } of results) {
		console.log(`${differences.length === 0 ? "ok  " : "DIFF"} ${scenario}`);
		for (const difference of differences) console.log(`     ${difference}`);
	}
	await mkdir("test-results", { recursive: true });
	const file = `test-results/conformance-${name.toLowerCase()}.json`;
	await writeExchanges(file, connection.exchanges);
	console.log(`${connection.exchanges.length} exchanges, without ids and secrets: ${file}`);
	return results.filter(({ differences }) => differences.length > 0).length;
}

const usage = `npm run conformance [-- --key sk_test_…]

Compares the Stripe mock's responses with what is expected of Stripe.

  --key sk_test_…   sends the same calls to Stripe's test mode, and compares the two`;

async function conformance(): Promise<number> {
	const { values } = parseArguments({ key: { type: "string" } });
	if (values.key !== undefined && !/^(sk|rk)_test_\w+$/.test(values.key)) {
		throw new UserError("--key must be a key of Stripe's test mode, sk_test_… or rk_test_….");
	}
	const mock = connectToStripeMock();
	const mockDifferences = await report("Mock", mock);
	if (values.key === undefined) return mockDifferences === 0 ? 0 : 1;
	const stripe = connectToStripe(values.key);
	const stripeDifferences = await report("Stripe", stripe);
	console.log("\nFields that only one of the two has");
	const fields = compareFields(mock, stripe);
	console.log(fields.length === 0 ? "none" : fields.join("\n"));
	return mockDifferences + stripeDifferences === 0 ? 0 : 1;
}

await runCommand(conformance, usage);
