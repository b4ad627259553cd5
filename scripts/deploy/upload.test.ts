import { expect, test } from "vitest";
import type { Outcome } from "../support/programs.ts";
import { readTarget } from "./target.ts";
import { migrate, readVersion } from "./upload.ts";

test("the version is read from wrangler's own lines", () => {
	const lines = [
		{ type: "wrangler-session", version: 1, command_line_args: ["deploy"] },
		{ type: "deploy", version: 1, worker_name: "shop", version_id: "v-1", targets: [] },
	];
	expect(readVersion(lines.map((line) => JSON.stringify(line)).join("\n"))).toBe("v-1");
	expect(readVersion("")).toBe(null);
});

const target = readTarget("production");
const done = (value: unknown): Outcome => {
	const stdout = JSON.stringify(value);
	return { code: 0, stdout, output: stdout };
};

test("before a migration the way back is known", async () => {
	const asked: string[] = [];
	const wrangler = async (args: string[]) => {
		asked.push(args.slice(0, 3).join(" "));
		return done({ bookmark: "00000085-0000024c" });
	};
	expect(await migrate(target, wrangler)).toBe(
		"npx wrangler d1 time-travel restore torque-tool-depot --env production --bookmark 00000085-0000024c",
	);
	expect(asked).toEqual(["d1 time-travel info", "d1 migrations apply"]);
});

test("without a way back nothing is migrated", async () => {
	const asked: string[] = [];
	const wrangler = async (args: string[]) => {
		asked.push(args.join(" "));
		return { code: 1, stdout: "", output: "✘ [ERROR] no" };
	};
	await expect(migrate(target, wrangler)).rejects.toThrow("gave no bookmark: no");
	expect(asked).toHaveLength(1);
});
