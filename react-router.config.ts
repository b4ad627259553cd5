import type { Config } from "@react-router/dev/config";

/** An environment that is deployed (wrangler.toml) has a build of its own, beside the one that tests and `npm start` use. */
const environment = process.env.CLOUDFLARE_ENV;

export default {
	appDirectory: "app",
	buildDirectory: environment ? `dist/${environment}` : "build",
	ssr: true,
} satisfies Config;
