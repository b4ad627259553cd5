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
	LIMIT_SIGNUP: RateLimit;
	LIMIT_LOGIN_ACCOUNT: RateLimit;
	LIMIT_LOGIN_ADDRESS: RateLimit;
	LIMIT_FORGOT_ACCOUNT: RateLimit;
	LIMIT_FORGOT_ADDRESS: RateLimit;
	LIMIT_PAYMENT: RateLimit;
	LIMIT_UPLOAD: RateLimit;
	LIMIT_ORDER: RateLimit;
	LIMIT_REVIEW: RateLimit;
	LIMIT_OWN_DATA: RateLimit;
	LIMIT_GOOGLE: RateLimit;
	LIMIT_TOKEN: RateLimit;
	LIMIT_VERIFY: RateLimit;
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
