import { expect, test } from "vitest";
import type { Outcome } from "../support/programs.ts";
import { migrate } from "./migrate.ts";
import { readTarget } from "./target.ts";

const done = (value: unknown): Outcome => {
	const stdout = JSON.stringify(value);
	return { code: 0, stdout, output: stdout };
};
const failed: Outcome = { code: 1, stdout: "", output: "✘ [ERROR] no" };

/** Answers by the first three words of a command; others succeed. */
function record(answers: Record<string, Outcome>) {
	const asked: string[] = [];
	const run = async (args: string[]) => {
		const command = args.slice(0, 3).join(" ");
		asked.push(command);
		return answers[command] ?? done({});
	};
	return { asked, run };
}

const target = readTarget("production");
const whole = { "d1 execute DB": done([{ results: [] }]) };
const bookmark = { "d1 time-travel info": done({ bookmark: "00000085-0000024c" }) };

test("before a migration the bookmark to restore is known", async () => {
	const { asked, run } = record({ ...whole, ...bookmark });
	expect(await migrate(target, run)).toBe(
		"npx wrangler d1 time-travel restore torque-tool-depot --env production --bookmark 00000085-0000024c",
	);
	expect(asked).toEqual(["d1 execute DB", "d1 time-travel info", "d1 migrations apply"]);
});

test("without a bookmark to restore nothing is migrated", async () => {
	const { asked, run } = record({ ...whole, "d1 time-travel info": failed });
	await expect(migrate(target, run)).rejects.toThrow(
		"wrangler d1 time-travel info failed:\n✘ [ERROR] no",
	);
	expect(asked).not.toContain("d1 migrations apply");
});

test("a database with an interrupted restore is not deployed to", async () => {
	const half = { "d1 execute DB": done([{ results: [{ name: "unfinished_restore" }] }]) };
	const { asked, run } = record({ ...half, ...bookmark });
	await expect(migrate(target, run)).rejects.toThrow(
		"A restore was cut off: finish it with npm run restore -- --from FOLDER --env production",
	);
	expect(asked).toEqual(["d1 execute DB"]);
});

test("a migration that failed stops the deployment with wrangler's reason", async () => {
	const { run } = record({ ...whole, ...bookmark, "d1 migrations apply": failed });
	await expect(migrate(target, run)).rejects.toThrow(
		"wrangler d1 migrations apply failed:\n✘ [ERROR] no",
	);
});
