import { useState } from "react";
import { useAccount } from "#app/root-data.ts";

/**
 * Names the account for which a form was rendered, so that the shop rejects it while another one is signed in (`formAction`). Without
 * storage, scripts do not notice a login in another tab. The value does not follow a refresh of the page's data, which keeps typed text.
 */
export function AccountField() {
	const account = useAccount();
	const [email] = useState(account?.email);
	return email && <input type="hidden" name="account" value={email} />;
}
