import { expect, test } from "vitest";
import type { Account } from "#contract/roles.ts";
import type { Shop } from "#worker/shop/context.ts";
import { requireSameAccount } from "./form-action.ts";

const ada = { id: "1", email: "ada@example.com", name: "Ada", role: "shopper" } as const;

function judge(account: Account | null, email: string | null) {
	const form = new FormData();
	if (email !== null) form.set("email", email);
	return () => requireSameAccount({ account } as Shop, form);
}

const other = expect.objectContaining({ code: "account_changed" });

test("a form is accepted from the account that it was rendered for, or from anyone where it names none", () => {
	expect(judge(ada, ada.email)).not.toThrow();
	expect(judge(ada, null)).not.toThrow();
	expect(judge(null, null)).not.toThrow();
});

test("a form that was rendered for another account is refused", () => {
	expect(judge(ada, "bob@example.com")).toThrow(other);
	expect(judge(ada, "")).toThrow(other);
	expect(judge(null, "bob@example.com")).toThrow(other);
});
