import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { exitWithParent, killWorkerdsOnExit } from "./scripts/runtime/orphans.ts";
import { clientEntry } from "./scripts/vite/client-entry.ts";

/** `npm run dev` says where it listens; a build names no host of its own. */
const origin = process.env.SHOP_ORIGIN;

/** The sandbox runs beside the shop in development only: a build must not hold it. */
const sandbox = [{ configPath: "./sandbox/wrangler.toml" }];

/** What the tools would answer there themselves, such as running the cron trigger for anybody. */
const withoutTools: Plugin = {
	name: "without-tools",
	enforce: "pre",
	configureServer({ middlewares }) {
		middlewares.use("/cdn-cgi/", (_, response) => void response.writeHead(404).end());
	},
};

/** One file for what every island and the dashboard load, not five; React's server renderer is in none that is loaded. */
const react = {
	name: "react",
	test: /\/node_modules\/(?:react|react-dom|scheduler)\/(?!.*server)/,
};

/** One file for what every document and the dashboard load: as files of their own they were eight requests. */
const client = {
	name: "client",
	test: /\/app\/client\/(?:access-token|forms|offline|search|strip|theme|toasts)\.ts$|\/app\/lib\/lazy\.ts$|vite\/preload-helper/,
};

export default defineConfig(({ command }) => {
	if (command === "serve") {
		exitWithParent();
		killWorkerdsOnExit();
	}
	return {
		plugins: [
			withoutTools,
			cloudflare({
				viteEnvironment: { name: "ssr" },
				persistState: { path: process.env.STORE_DATA || ".wrangler/state" },
				config: ({ vars }) =>
					command === "serve" && origin ? { vars: { ...vars, SHOP_ORIGIN: origin } } : {},
				auxiliaryWorkers: command === "serve" ? sandbox : [],
			}),
			tailwindcss(),
			clientEntry("app/client/entry.ts"),
			reactRouter(),
		],
		environments: {
			client: {
				build: { rolldownOptions: { output: { codeSplitting: { groups: [react, client] } } } },
			},
		},
	};
});
