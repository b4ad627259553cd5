import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { endRuntimesWithUs } from "./scripts/runtime/orphans.ts";

/** `npm run dev` says where it listens; a build names no host of its own. */
const origin = process.env.SHOP_ORIGIN;

/** The sandbox runs beside the shop in development only: a build must not hold it. */
const sandbox = [{ configPath: "./sandbox/wrangler.toml" }];

export default defineConfig(({ command }) => {
	if (command === "serve") endRuntimesWithUs();
	return {
		plugins: [
			cloudflare({
				viteEnvironment: { name: "ssr" },
				persistState: { path: process.env.STORE_DATA || ".wrangler/state" },
				config: ({ vars }) =>
					command === "serve" && origin ? { vars: { ...vars, SHOP_ORIGIN: origin } } : {},
				auxiliaryWorkers: command === "serve" ? sandbox : [],
			}),
			tailwindcss(),
			reactRouter(),
		],
	};
});
