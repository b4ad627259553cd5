import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { killWorkerdsOnExit } from "./scripts/runtime/orphans.ts";
import { clientEntry } from "./scripts/vite/client-entry.ts";

/** `npm run dev` sets it to the address it listens on; a build has no host of its own. */
const origin = process.env.SHOP_ORIGIN;

/** The sandbox runs next to the shop in development only: a build must not contain it. */
const sandbox = [{ configPath: "./sandbox/wrangler.toml" }];

/** Blocks the endpoints of the dev tools, such as the one that runs the cron trigger for anybody. */
const blockDevEndpoints: Plugin = {
	name: "block-dev-endpoints",
	enforce: "pre",
	configureServer({ middlewares }) {
		middlewares.use("/cdn-cgi/", (_, response) => void response.writeHead(404).end());
	},
};

/** Puts React, which islands and the dashboard load, into one file, without its server renderer. */
const reactChunk = {
	name: "react",
	test: /\/node_modules\/(?:react|react-dom|scheduler)\/(?!.*server)/,
};

/** Puts the modules that every document and the dashboard load into one file: separately they were eight requests. */
const clientChunk = {
	name: "client",
	test: /\/app\/client\/(?:access-token|forms|offline|search|theme|toasts)\.ts$|\/app\/lib\/lazy\.ts$|vite\/preload-helper/,
};

/** Puts React Router, which only the dashboard loads, into one file. */
const routerChunk = { name: "router", test: /\/node_modules\/(?:react-router|turbo-stream)\// };

export default defineConfig(({ command }) => {
	if (command === "serve") killWorkerdsOnExit();
	return {
		plugins: [
			blockDevEndpoints,
			cloudflare({
				viteEnvironment: { name: "ssr" },
				persistState: { path: process.env.STORE_DATA || ".wrangler/state" },
				config: ({ vars }) =>
					command === "serve" && origin ? { vars: { ...vars, SHOP_ORIGIN: origin } } : {},
				auxiliaryWorkers: command === "serve" ? sandbox : [],
			}),
			tailwindcss(),
			clientEntry("app/client/entry.ts", ["entry.client", "root", "dashboard-layout"]),
			reactRouter(),
		],
		environments: {
			ssr: { build: { minify: true } },
			client: {
				build: {
					rolldownOptions: {
						output: { codeSplitting: { groups: [reactChunk, routerChunk, clientChunk] } },
					},
				},
			},
		},
	};
});
