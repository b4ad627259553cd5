import { ShopError } from "#contract/errors.ts";

/**
 * Counts one try. The limits stand in wrangler.toml (architecture.md "Limits").
 * @param key who is counted: an address, or an account
 * @throws ShopError 429 when there were too many within the minute
 */
export async function countTry(limit: RateLimit, key: string): Promise<void> {
	const { success } = await limit.limit({ key });
	if (!success) throw new ShopError("rate_limited");
}
