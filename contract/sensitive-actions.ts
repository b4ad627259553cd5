/**
 * Besides a capability, sensitive actions require that the user signed in or reauthenticated within the last fifteen minutes. Use cases check
 * this with `requireRecentSignIn`. For making an admin and deleting a user, only the pages check it, because the contract's calls have no error
 * for it (docs/decisions/sessions.md). The values complete "Confirm that it is you to …".
 */
export const sensitiveActions = {
	changePasskeys: "change your passkeys",
	changeRole: "change a role",
	changeSecondFactor: "change two-factor authentication",
	deleteUser: "delete a user",
	refund: "refund an order",
	resetSecondFactor: "reset two-factor authentication",
} as const;

export type SensitiveAction = keyof typeof sensitiveActions;

/** How an account reauthenticates: with a code if it has a second factor, otherwise its password, otherwise a new Google sign-in. */
export type ConfirmMethod = "code" | "password" | "google";
