import * as v from "valibot";
import { expect, test } from "vitest";
import type { Account } from "#contract/roles.ts";
import { optionalText, text } from "#contract/schemas/fields.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { readForm, requireSameAccount } from "./form-action.ts";

const ada = { id: "1", email: "ada@example.com", name: "Ada", role: "shopper" } as const;

function checkForm(account: Account | null, email: string | null) {
	const form = new FormData();
	if (email !== null) form.set("account", email);
	return () => requireSameAccount({ account } as ShopContext, form);
}

const accountChanged = expect.objectContaining({ code: "account_changed" });

test("accepts a form that was rendered for the same account or names none", () => {
	expect(checkForm(ada, ada.email)).not.toThrow();
	expect(checkForm(ada, null)).not.toThrow();
	expect(checkForm(null, null)).not.toThrow();
});

test("rejects a form that was rendered for another account", () => {
	expect(checkForm(ada, "bob@example.com")).toThrow(accountChanged);
	expect(checkForm(ada, "")).toThrow(accountChanged);
	const signedOut = expect.objectContaining({ code: "unauthenticated" });
	expect(checkForm(null, "bob@example.com")).toThrow(signedOut);
});

test("reads each line break of a native form as LF, which counts as one character", () => {
	const schema = v.object({ required: text("missing", 5), optional: optionalText(5) });
	const form = new FormData();
	form.set("required", "a\r\nb\rc");
	form.set("optional", "a\r\nb\nc");
	expect(readForm(form, schema)).toEqual({ required: "a\nb\nc", optional: "a\nb\nc" });
});
