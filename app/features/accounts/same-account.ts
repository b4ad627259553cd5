import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import type { Shop } from "#worker/shop/context.ts";

/**
 * A form that shows one account's name and email must not be carried out for another one, who signed in meanwhile in
 * another tab.
 * @param form its `email` is the account that it was made for
 * @throws ShopError 403
 */
export function requireSameAccount({ account }: Shop, form: FormData): void {
	const email = form.get("email");
	if (email !== null && email !== account?.email) {
		throw new ShopError("forbidden", failure.otherAccount);
	}
}
