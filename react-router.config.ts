import type { Config } from "@react-router/dev/config";

/** Each deployed environment (wrangler.toml) has a build of its own. Tests and `npm start` use another one. */
const environment = process.env.CLOUDFLARE_ENV;

export default {
	appDirectory: "app",
	buildDirectory: environment ? `dist/${environment}` : "build",
	ssr: true,
	// With "lazy", a page that is left during a request for the manifest logs an error in Firefox and WebKit.
	routeDiscovery: { mode: "initial" },
} satisfies Config;
