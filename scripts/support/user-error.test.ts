import { afterEach, expect, test, vi } from "vitest";
import { runCommand } from "./user-error.ts";

const { argv, exitCode } = process;
afterEach(() => Object.assign(process, { argv, exitCode }));

test("--help prints the usage of a command, and does not run it", async () => {
	const log = vi.spyOn(console, "log").mockReturnValue();
	const main = vi.fn(async () => 1);
	process.argv = ["node", "scripts/smoke.ts", "--help"];
	await runCommand(main, "npm run smoke");
	expect(log.mock.calls).toEqual([["npm run smoke"]]);
	expect(main).not.toHaveBeenCalled();
	expect(process.exitCode).toBe(exitCode);
});
