import { base32 } from "oslo/encoding";
import { generateHOTP } from "oslo/otp";
import type { Database } from "#worker/db/client.ts";
import { recoveryCodes, secondFactors } from "#worker/db/schema.ts";
import { hashRecoveryCode } from "#worker/shop/accounts/second-step.ts";

const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
export const recoveryCodePrefix = "abcdef-ghijkl-mnopqr-stuvwx";

/**
 * Creates the code that an authenticator app would show.
 * @param steps - the distance from now in steps of 30 seconds
 */
export const createTotp = (appSecret = secret, steps = 0): Promise<string> =>
	generateHOTP(
		base32.decode(appSecret, { strict: false }),
		Math.floor(Date.now() / 30_000) + steps,
	);

/** Gives an account a second factor, whose codes `createTotp` creates, and the recovery code `recoveryCodePrefix` + user id. */
export async function addSecondFactor(db: Pick<Database, "insert">, userId: string): Promise<void> {
	const confirmedAt = new Date();
	await db.insert(secondFactors).values({ userId, secret: `plain:${secret}`, confirmedAt });
	const hash = await hashRecoveryCode(`${recoveryCodePrefix}${userId}`);
	await db.insert(recoveryCodes).values({ hash, userId });
}
