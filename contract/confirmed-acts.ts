/**
 * Acts on money, people and second factors, which need a sign-in, or a confirmation of it, in the last fifteen minutes, besides their capability
 * (contract/roles.ts). A use case requires it by `requireRecentSignIn`. Only for making an admin and deleting a user the page requires it instead: the
 * contract's calls know no such error (docs/decisions/sessions.md). The values complete "Confirm that it is you to …".
 */
export const confirmedActs = {
	changePasskeys: "change your passkeys",
	changeRole: "change a role",
	changeSecondFactor: "change two-factor authentication",
	deleteUser: "delete a user",
	refund: "refund an order",
	resetSecondFactor: "reset two-factor authentication",
} as const;

export type ConfirmedAct = keyof typeof confirmedActs;

/** How an account confirms that it is still its owner: a code, if it has a second factor, otherwise its password, otherwise by a new sign-in. */
export type ConfirmMethod = "code" | "password" | "google";
