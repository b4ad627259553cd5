/** Bindings of wrangler.toml and secrets. Optional ones may be missing. */
export type Env = {
	DB: D1Database;
	PICTURES: R2Bucket;
	EMAIL: SendEmail;
	/** Recently viewed products (docs/decisions/recently-viewed.md); without it none are stored. */
	VIEWED?: KVNamespace;
	/** Only in the local shop and in tests: no environment has this binding. */
	SANDBOX?: Fetcher;
	MAIL_FROM: string;
	/** `https://host` in emails, canonical links, the sitemap and structured data, whatever host the request was sent to. */
	SHOP_ORIGIN: string;
	/** Rate limits, named by their requests a minute; worker/auth/limits.ts says what each is used for. */
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
	/** Timeout of a call to Stripe, in milliseconds; 10,000 if it is not set. */
	STRIPE_TIMEOUT_MS?: string;
	/** If set to any text, every SQL statement is logged, without its values. */
	LOG_STATEMENTS?: string;
	GOOGLE_CLIENT_ID?: string;
	GOOGLE_CLIENT_SECRET?: string;
};
