import { useState } from "react";
import { useAccount } from "#app/root-data.ts";

/**
 * Submits the email of the account for which the form was rendered. If another account is signed in by then, the shop rejects the form
 * (`formAction`). This also works in browsers without storage, where scripts do not notice a login in another tab. The state keeps the
 * first email, because refreshing the page's data can change the account while the form still has the text typed for the first one.
 */
export function AccountField() {
	const account = useAccount();
	const [email] = useState(account?.email);
	return email && <input type="hidden" name="account" value={email} />;
}
