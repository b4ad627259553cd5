/** What wrangler.toml and the secrets give the Worker. Optional is what may be missing. */
export type Env = {
	DB: D1Database;
	PICTURES: R2Bucket;
	EMAIL: SendEmail;
	/** What somebody looked at (docs/decisions/recently-viewed.md); without it nothing is noted. */
	VIEWED?: KVNamespace;
	/** Local and test only; `production` has no such binding. */
	SANDBOX?: Fetcher;
	MAIL_FROM: string;
	/** `https://host` that mails, canonical links, the sitemap and structured data name, whatever host was asked. */
	SHOP_ORIGIN: string;
	/** By how many within a minute; worker/auth/limits.ts says what each is used for. */
	LIMIT_3: RateLimit;
	LIMIT_5: RateLimit;
	LIMIT_10: RateLimit;
	LIMIT_20: RateLimit;
	LIMIT_30: RateLimit;
	LIMIT_60: RateLimit;
	LIMIT_120: RateLimit;
	STRIPE_SECRET_KEY?: string;
	STRIPE_PUBLISHABLE_KEY?: string;
	STRIPE_WEBHOOK_SECRET?: string;
	/** Milliseconds that one call to Stripe may take before it counts as down; 10,000 unless set. */
	STRIPE_TIMEOUT_MS?: string;
	/** Any text writes every SQL statement, without its values, into the log. */
	LOG_STATEMENTS?: string;
	GOOGLE_CLIENT_ID?: string;
	GOOGLE_CLIENT_SECRET?: string;
};
