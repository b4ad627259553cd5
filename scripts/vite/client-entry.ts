import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as v from "valibot";
import type { Plugin } from "vite";

const virtual = "virtual:client-entry";
const resolved = `\0${virtual}`;

const manifestSchema = v.record(v.string(), v.object({ file: v.string() }));

/** Adds a script to React Router's client build, so that they share chunks. `virtual:client-entry` exports its URL on the server. */
export const clientEntry = (entry: string): Plugin => ({
	name: "client-entry",
	buildStart() {
		const { config, name } = this.environment;
		if (config.command !== "build" || name !== "client") return;
		this.emitFile({ type: "chunk", id: join(config.root, entry), name: "documents" });
	},
	resolveId: (id) => (id === virtual ? resolved : undefined),
	async load(id) {
		if (id !== resolved) return;
		const { config, name } = this.environment;
		if (name === "client") return 'export default "";';
		if (config.command === "serve") return `export default "/${entry}";`;
		// React Router deletes Vite's manifest of the client only after the build of the server.
		const client = this.environment.getTopLevelConfig().environments.client?.build.outDir ?? "";
		const manifest = await readFile(resolve(config.root, client, ".vite/manifest.json"), "utf8");
		const chunk = v.parse(manifestSchema, JSON.parse(manifest))[entry];
		if (!chunk) throw new Error(`${entry} is missing from the client build`);
		return `export default ${JSON.stringify(`/${chunk.file}`)};`;
	},
	/** In development, React's fast refresh must be loaded before the components. */
	transform(code, id) {
		const { config, name } = this.environment;
		if (config.command !== "serve" || name !== "client" || id !== join(config.root, entry)) return;
		return `import "virtual:react-router/inject-hmr-runtime";\nimport "/@vite/client";\n${code}`;
	},
});
