import { expect, test, vi } from "vitest";
import { readOptions } from "./options.ts";

test.each([
	[["--url", "localhost:8787"], "--url takes a URL such as https://shop.example"],
	[["--url", "https://torquetooldepot.example"], "is production: use --env production --read-only"],
	[["--env", "production"], "On production, only the read-only checks may run"],
	[["--env", "testing"], "--env takes local, staging, production, not “testing”."],
	[["--env", "staging"], "Specify the address that gets the new account's emails: --email"],
	[["--admin", "you@example.com"], "Set SMOKE_ADMIN_PASSWORD to the admin's password."],
	[["--cache-seconds", "long"], "--cache-seconds takes a number of seconds, not “long”."],
])("rejects %j with the message “%s”", async (args, message) => {
	vi.stubEnv("SMOKE_ADMIN_PASSWORD", undefined);
	try {
		await expect(readOptions(args)).rejects.toThrow(message);
	} finally {
		vi.unstubAllEnvs();
	}
});
