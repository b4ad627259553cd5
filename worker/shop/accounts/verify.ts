import { and, eq, exists, isNotNull, isNull } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { verifyPath } from "#contract/sign-in-paths.ts";
import { requestStockAlertPath } from "#contract/stock-alert-path.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { emailVerifications, users } from "#worker/db/schema.ts";
import { UndeliverableError } from "#worker/services/email.ts";
import type { ShopContext } from "../context.ts";
import { logFailure } from "../errors.ts";
import { write } from "../write.ts";
import { createValidLinkCondition, sendLink, verificationLinks } from "./links.ts";

const isVerified = async ({ db }: ShopContext, { id }: Account): Promise<boolean> =>
	(await db.$count(users, and(eq(users.id, id), isNotNull(users.emailVerifiedAt)))) > 0;

const logSendFailure = logFailure("email verification");

/** Finds the tool whose stock alert the account's previous link requests. */
const findRequestedTool = async ({ db }: ShopContext, { id }: Account) =>
	(await db.select().from(emailVerifications).where(eq(emailVerifications.userId, id)).get())?.tool;

/** @param requestedTool - ID of the tool whose stock alert the link requests; null to keep the previous link's tool */
async function sendVerificationLink(
	shop: ShopContext,
	account: Account,
	requestedTool: string | null,
) {
	logSecurity(shop.visitor, { event: "verification link requested", user: account.id });
	const tool = requestedTool ?? (await findRequestedTool(shop, account));
	const from = tool && requestStockAlertPath(tool);
	const createPath = (token: string) => verifyPath(token, from);
	await sendLink(shop, { ...verificationLinks, createPath, values: { tool } }, account);
}

/** Sends the link after the response. If sending fails, My Profile offers to send another. */
export const sendFirstVerificationLink = (
	shop: ShopContext,
	account: Account,
	tool: string | null = null,
): void => shop.waitUntil(() => sendVerificationLink(shop, account, tool).catch(logSendFailure));

/**
 * Returns false if the email is already verified.
 * @throws ShopError 401, 409 if the address permanently rejects email, 429, 503 if the email cannot be sent for another reason
 */
export async function resendVerificationLink(
	shop: ShopContext,
	tool: string | null = null,
): Promise<boolean> {
	const account = requireAccount(shop);
	await enforceRateLimit(shop.env, "verifyEmail", account.id);
	if (await isVerified(shop, account)) return false;
	try {
		await sendVerificationLink(shop, account, tool);
	} catch (error) {
		logSendFailure(error);
		throw error instanceof UndeliverableError && error.failure !== "refused"
			? new ShopError("mail_undeliverable", { email: account.email })
			: new ShopError("mail_unavailable");
	}
	return true;
}

const createOwnLinkCondition = async (userId: string, token: string) =>
	and(
		eq(emailVerifications.userId, userId),
		await createValidLinkCondition(verificationLinks, token),
	);

/** @throws ShopError 401 */
export async function getVerificationLinkState(shop: ShopContext, token: string) {
	const account = requireAccount(shop);
	if (await isVerified(shop, account)) return "verified";
	const isOwnLink = await createOwnLinkCondition(account.id, token);
	return (await shop.db.$count(emailVerifications, isOwnLink)) > 0 ? "valid" : "expired";
}

/**
 * Requires a session, because opening the link alone must not verify an account that a stranger created with the address.
 * @throws ShopError 400 if the link is unknown, used, expired or another account's, 401
 */
export async function verifyEmail(shop: ShopContext, token: string): Promise<void> {
	const { id } = requireAccount(shop);
	const { db } = shop;
	const isOwnLink = await createOwnLinkCondition(id, token);
	const link = db
		.select({ userId: emailVerifications.userId })
		.from(emailVerifications)
		.where(isOwnLink);
	if (!(await link.get())) throw new ShopError("verification_link_expired");
	const emailVerifiedAt = new Date();
	const isOwn = eq(users.id, id);
	const verified = await write(shop, {
		statements: [
			db
				.update(users)
				.set({ emailVerifiedAt })
				.where(and(isOwn, isNull(users.emailVerifiedAt), exists(link))),
		],
		confirmWrite: db
			.select({ id: users.id })
			.from(users)
			.where(and(isOwn, eq(users.emailVerifiedAt, emailVerifiedAt))),
	});
	if (!verified) throw new ShopError("verification_link_expired");
	logSecurity(shop.visitor, { event: "email verified", user: id });
}
