import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { killWorkerdsOnExit } from "./scripts/runtime/orphans.ts";
import { clientEntry } from "./scripts/vite/client-entry.ts";
import { stripeResources } from "./scripts/vite/stripe-resources.ts";

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

/** Puts React, which islands and the dashboard load, into one file. */
const reactChunk = {
	name: "react",
	test: /\/node_modules\/(?:react|react-dom|scheduler)\//,
};

/** Puts the modules that every document and the dashboard load into one file: separately they were eight requests. */
const clientChunk = {
	name: "client",
	test: /\/app\/client\/(?:access-token|basket|basket-fields|forms|offline|poll|search|theme|toasts)\.ts$|\/app\/lib\/lazy\.ts$|vite\/preload-helper/,
};

/** Puts what forms of documents and the dashboard share into one file. It must not import React Router. */
const controlsChunk = {
	name: "controls",
	test: /\/app\/ui\/(?:button|feedback|field|icon)\.tsx$|\/contract\/parse(?:-url)?\.ts$|\/node_modules\/valibot\//,
};

/** Puts texts and figures into one file, which scripts without React load too. */
const textsChunk = {
	name: "texts",
	test: /\/contract\/(?:error-table|errors|messages|money|numbers)\.ts$/,
};

/** Puts the frame of the dashboard, which each of its pages loads, into one file. */
const frameChunk = {
	name: "frame",
	test: /\/app\/(?:root-data\.|shell\/(?!\w+-layout)|ui\/(?:confirm-|minute|page|picture|router-link-button|wordmark)|lib\/(?:page-meta|route-flags)\.)|\/contract\/(?:confirmations|dates|success)\.ts$|\/react-hot-toast\//,
};

/** Puts what tables and single records share into one file: otherwise the page of an order loads the tables. */
const recordsChunk = {
	name: "records",
	test: /\/app\/ui\/(?:keep-units-together|line-breaks)\.|\/contract\/measures\.|\/app\/lib\/use-live-data/,
};

/** Puts what its tables share into one file. */
const tablesChunk = { name: "tables", test: /\/app\/ui\/table\// };

/** Puts React Router, which only the dashboard loads, into one file. */
const routerChunk = { name: "router", test: /\/node_modules\/(?:react-router|turbo-stream)\// };

/** Packages whose modules only export. Their package.json does not say so, and what unused modules of them import was kept. */
const packagesWithoutSideEffects = /\/node_modules\/(?:@oslojs|arctic|oslo)\//;

/** Puts what the Worker imports when it starts into one file: as six, each had lists of imports and exports. */
const serverGroups = [{ name: "worker", tags: ["$initial" as const] }];

/** Only the server calls it (app/client/island.tsx). */
const reactServerRenderer = /\/node_modules\/react-dom\/.*server/;

/** The first that matches a module. React Router's manifest lists the chunks of every page: with these groups it is 1.5 kB shorter after gzip. */
const clientGroups = [
	reactChunk,
	routerChunk,
	clientChunk,
	textsChunk,
	controlsChunk,
	frameChunk,
	recordsChunk,
	tablesChunk,
];

export default defineConfig(({ command }) => {
	if (command === "serve") killWorkerdsOnExit();
	return {
		plugins: [
			blockDevEndpoints,
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
		environments: {
			ssr: {
				build: {
					minify: true,
					rolldownOptions: {
						treeshake: {
							// Getters of the shop and its packages only return a value.
							propertyReadSideEffects: false,
							moduleSideEffects: [{ test: packagesWithoutSideEffects, sideEffects: false }],
						},
						output: { codeSplitting: { groups: serverGroups } },
					},
				},
			},
			client: {
				build: {
					rolldownOptions: {
						treeshake: {
							moduleSideEffects: [{ test: reactServerRenderer, sideEffects: false }],
						},
						output: { codeSplitting: { groups: clientGroups } },
					},
				},
			},
		},
	};
});
