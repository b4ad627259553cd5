import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkCommand, findCommands } from "./commands.ts";

test.each([
	"npx wrangler d1 create shop --location weur",
	"wrangler deploy --dry-run --env=production",
	"npx wrangler d1 execute DB --remote --json --command 'select 1 -- no flag'",
	"CLOUDFLARE_ACCOUNT_ID=1 npx wrangler secret put KEY --env staging < key.txt",
	"npx wrangler whoami --no-json # who is it",
	"npm run bench -- growth",
	"git status --nonsense",
])("%s can be run", (command) => {
	expect(checkCommand(command)).toBe("");
});

test.each([
	["npx wrangler d1 make shop", "there is no wrangler d1 make shop"],
	["npx wrangler d1", "there is no wrangler d1"],
	["npx wrangler d1 create shop --place weur", "wrangler d1 create takes no --place"],
	["npx wrangler d1 create", "wrangler d1 create takes 1 to 1 words"],
	["npx wrangler whoami me", "wrangler whoami takes 0 to 0 words"],
	["npm run fly", "package.json has no script fly"],
])("%s can not", (command, reason) => {
	expect(checkCommand(command)).toBe(reason);
});

test("commands stand in the shell blocks of a document, and in its sentences", () => {
	const document = [
		...[
			"See `npm run x -- --y`, not `npm x`.",
			"",
			"   ```sh",
			"   # first",
			"   npm run a && npm run b",
		],
		...["   npm run \\", "     c", "   ```", "```toml", "d", "```", ""],
	].join("\n");
	expect(findCommands(document)).toEqual([
		"npm run a",
		"npm run b",
		"npm run c",
		"npm run x -- --y",
	]);
});

const documents = ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md")];

test.each(documents)("every command of %s exists", (document) => {
	const commands = findCommands(readFileSync(document, "utf8"));
	const faults = commands.filter((command) => checkCommand(command) !== "");
	expect(faults).toEqual([]);
});

test.each(["docs/deploy.md", "docs/runbook.md"])("%s is made of commands", (document) => {
	expect(findCommands(readFileSync(document, "utf8")).length).toBeGreaterThan(20);
});
