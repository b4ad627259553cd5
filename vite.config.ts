import { fileURLToPath } from "node:url";
import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { killWorkerdsOnExit } from "./scripts/runtime/kill-on-exit.ts";
import { clientChunks } from "./scripts/vite/client-chunks.ts";
import { clientEntry } from "./scripts/vite/client-entry.ts";
import { jsxRuntime } from "./scripts/vite/jsx-runtime.ts";
import { pureContract } from "./scripts/vite/pure-contract.ts";
import { stripeResources } from "./scripts/vite/stripe-resources.ts";

/** `npm run dev` sets this to the address it listens on. It is unset in builds. */
const origin = process.env.SHOP_ORIGIN;

/** The sandbox runs next to the shop only in development. A build must not contain it. */
const sandbox = [{ configPath: "./sandbox/wrangler.toml" }];

/** Blocks the endpoints of the dev tools, such as the one that lets anyone run the cron trigger. */
const blockDevEndpoints: Plugin = {
	name: "block-dev-endpoints",
	enforce: "pre",
	configureServer({ middlewares }) {
		middlewares.use("/cdn-cgi/", (_, response) => void response.writeHead(404).end());
	},
};

/**
 * The forms use only `createFormControl` (app/client/form-check.client.ts). The package's main file also has hooks and imports React,
 * which documents do not load. This is the file that the package exports under the condition "react-server".
 */
const formsWithoutReact = fileURLToPath(
	new URL("node_modules/react-hook-form/dist/react-server.esm.mjs", import.meta.url),
);

/** Modules that have no side effects, although package.json does not say so. Otherwise, those that are unused would stay in the build. */
const modulesWithoutSideEffects =
	/\/node_modules\/(?:(?:@oslojs|arctic|oslo)\/|stripe\/esm\/resources)/;

/**
 * Puts the modules that pages import into one file per folder. Together they are 9 kB smaller after gzip than the files that Rolldown would
 * create. The API, Stripe's SDK, the QR code and the download of one's own data are in no group, because public pages must not load them
 * (tests/api/page-weight.test.ts).
 */
const serverGroups = [
	{ name: "packages", test: /\/node_modules\/(?!stripe\/|uqr\/|@valibot\/to-json-schema\/)/ },
	{ name: "contract", test: /\/contract\/(?!calls\/|openapi\.ts)/ },
	{ name: "worker", test: /\/worker\/(?!api\/|uncached\.ts|shop\/accounts\/own-data)/ },
];

/** Inlines the constants of contract/ instead of importing each by name. Saves 2 kB in the Worker and on each page of the dashboard. */
const optimization = { inlineConst: true };

export default defineConfig(({ command }) => {
	if (command === "serve") killWorkerdsOnExit();
	return {
		plugins: [
			blockDevEndpoints,
			jsxRuntime,
			pureContract,
			stripeResources,
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
		resolve: { alias: { "react-hook-form": formsWithoutReact } },
		environments: {
			ssr: {
				build: {
					minify: true,
					rolldownOptions: {
						treeshake: {
							// Getters of the shop and its packages have no side effects.
							propertyReadSideEffects: false,
							moduleSideEffects: [{ test: modulesWithoutSideEffects, sideEffects: false }],
						},
						optimization,
						output: {
							codeSplitting: { groups: serverGroups },
							/** A deployment uploads all modules of the Worker together, so their names need no hash. */
							chunkFileNames: "assets/[name].js",
						},
					},
				},
			},
			client: {
				build: {
					rolldownOptions: {
						optimization,
						output: { codeSplitting: { groups: clientChunks } },
					},
				},
			},
		},
	};
});
