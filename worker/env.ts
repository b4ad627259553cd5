/** The bindings and variables in wrangler.toml, and the secrets. */
export type Env = {
	DB: D1Database;
	PICTURES: R2Bucket;
	EMAIL: SendEmail;
	/** Recently viewed products (docs/decisions/recently-viewed.md). */
	VIEWED?: KVNamespace;
	/** Only in the local shop and in tests. */
	SANDBOX?: Fetcher;
	MAIL_FROM: string;
	/** The address that customers write to: replies go there, and the home page shows it. Default: that of `MAIL_FROM`. */
	SHOP_EMAIL?: string;
	/** `https://host` in emails, canonical links, the sitemap and structured data. */
	SHOP_ORIGIN: string;
	/** How long an unpaid order reserves its pieces. Default: 48; 0 for no limit (docs/decisions/unpaid-orders.md). */
	UNPAID_ORDER_HOURS?: string;
	/** "required": staff can do nothing until they have a second factor (docs/decisions/second-factor.md). Default: "optional". */
	STAFF_SECOND_FACTOR?: string;
	/** Rate limits, named after their requests per minute (worker/auth/rate-limits.ts). */
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
	/** Default: 10,000. */
	STRIPE_TIMEOUT_MS?: string;
	/** If it has any value, every SQL statement is logged, without its values. */
	LOG_STATEMENTS?: string;
	GOOGLE_CLIENT_ID?: string;
	GOOGLE_CLIENT_SECRET?: string;
	/** Encrypts the secrets of second factors (worker/auth/sealed-secret.ts): at least 32 random characters. Deployed shops must have it. */
	SECOND_FACTOR_KEY?: string;
};
