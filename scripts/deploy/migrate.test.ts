import { expect, test } from "vitest";
import type { Outcome } from "../support/programs.ts";
import { migrate } from "./migrate.ts";
import { readTarget } from "./target.ts";

const createSuccess = (value: unknown): Outcome => {
	const stdout = JSON.stringify(value);
	return { code: 0, stdout, output: stdout };
};
const failure: Outcome = { code: 1, stdout: "", output: "✘ [ERROR] no" };

/** Mocks wrangler. `outcomes` is keyed by the first three words of each command. Other commands succeed. */
function mockWrangler(outcomes: Record<string, Outcome>) {
	const commands: string[] = [];
	const run = async (args: string[]) => {
		const command = args.slice(0, 3).join(" ");
		commands.push(command);
		return outcomes[command] ?? createSuccess({});
	};
	return { commands, run };
}

const target = await readTarget("production");
const completeDatabaseOutcome = { "d1 execute DB": createSuccess([{ results: [] }]) };
const bookmarkOutcome = { "d1 time-travel info": createSuccess({ bookmark: "00000085-0000024c" }) };

test("reads the bookmark that undoes the migrations before applying them", async () => {
	const { commands, run } = mockWrangler({ ...completeDatabaseOutcome, ...bookmarkOutcome });
	expect(await migrate(target, run)).toBe(
		"npx wrangler d1 time-travel restore DB --env production --bookmark 00000085-0000024c",
	);
	expect(commands).toEqual(["d1 execute DB", "d1 time-travel info", "d1 migrations apply"]);
});

test("applies no migration if the bookmark cannot be read", async () => {
	const { commands, run } = mockWrangler({
		...completeDatabaseOutcome,
		"d1 time-travel info": failure,
	});
	await expect(migrate(target, run)).rejects.toThrow(
		"wrangler d1 time-travel info failed:\n✘ [ERROR] no",
	);
	expect(commands).not.toContain("d1 migrations apply");
});

test("rejects a database with an interrupted restore", async () => {
	const interruptedRestoreOutcome = {
		"d1 execute DB": createSuccess([{ results: [{ name: "unfinished_restore" }] }]),
	};
	const { commands, run } = mockWrangler({ ...interruptedRestoreOutcome, ...bookmarkOutcome });
	await expect(migrate(target, run)).rejects.toThrow(
		"A restore was interrupted. To finish it, run npm run restore -- --from FOLDER --env production",
	);
	expect(commands).toEqual(["d1 execute DB"]);
});

test("throws an error with wrangler's output if a migration fails", async () => {
	const { run } = mockWrangler({
		...completeDatabaseOutcome,
		...bookmarkOutcome,
		"d1 migrations apply": failure,
	});
	await expect(migrate(target, run)).rejects.toThrow(
		"wrangler d1 migrations apply failed:\n✘ [ERROR] no",
	);
});
