import { existsSync, readFileSync } from "node:fs";
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

test("commands stand in the shell blocks of a document", () => {
	const document =
		"`npm x`\n\n```sh\n# first\nnpm run a && npm run b\nnpm run \\\n  c\n```\n```toml\nd\n```\n1. x\n\n   ```sh\n   npm run d\n   ```\n";
	expect(findCommands(document)).toEqual(["npm run a", "npm run b", "npm run c", "npm run d"]);
});

const documents = ["README.md", "CONTRIBUTING.md"].concat(
	["backup", "deploy", "operations", "runbook"].map((name) => `docs/${name}.md`),
);

test.each(documents.filter(existsSync))("every command of %s exists", (document) => {
	const commands = findCommands(readFileSync(document, "utf8"));
	expect(commands).not.toEqual([]);
	const faults = commands.map(checkCommand).filter((fault) => fault !== "");
	expect(faults).toEqual([]);
});
