import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as v from "valibot";
import type { Plugin } from "vite";

const virtualId = "virtual:client-entry";
const resolvedId = `\0${virtualId}`;

const chunkSchema = v.object({
	file: v.string(),
	name: v.optional(v.string()),
	imports: v.optional(v.array(v.string()), []),
});
type Chunk = v.InferOutput<typeof chunkSchema>;

/** Returns the URLs of the chunks and of all their static imports. */
function listUrls(chunks: Record<string, Chunk>, startChunks: Chunk[]): string[] {
	const reached = new Set(startChunks);
	for (const { imports } of reached) {
		for (const key of imports) if (chunks[key]) reached.add(chunks[key]);
	}
	return [...reached].map(({ file }) => `/${file}`);
}

const createModule = (url: string, appUrls: string[] = []) =>
	`export default ${JSON.stringify(url)}; export const appUrls = ${JSON.stringify(appUrls)};`;

/**
 * Adds the documents' script to React Router's client build, so that it shares chunks with the app. On the server, `virtual:client-entry`
 * exports the script's URL and, as `appUrls`, the URLs of the chunks that every page of the dashboard loads.
 * @param appChunkNames - the names of those chunks
 */
export const clientEntry = (entry: string, appChunkNames: string[]): Plugin => ({
	name: "client-entry",
	buildStart() {
		const { config, name } = this.environment;
		if (config.command !== "build" || name !== "client") return;
		this.emitFile({ type: "chunk", id: join(config.root, entry), name: "documents" });
	},
	resolveId: (id) => (id === virtualId ? resolvedId : undefined),
	async load(id) {
		if (id !== resolvedId) return;
		const { config, name } = this.environment;
		if (name === "client") return createModule("");
		if (config.command === "serve") return createModule(`/${entry}`);
		// React Router deletes Vite's manifest of the client only after the build of the server.
		const client = this.environment.getTopLevelConfig().environments.client?.build.outDir ?? "";
		const manifest = await readFile(resolve(config.root, client, ".vite/manifest.json"), "utf8");
		const chunks = v.parse(v.record(v.string(), chunkSchema), JSON.parse(manifest));
		const chunk = chunks[entry];
		const appChunks = Object.values(chunks).filter(({ name = "" }) => appChunkNames.includes(name));
		if (!chunk || appChunks.length !== appChunkNames.length)
			throw new Error(`${[entry, ...appChunkNames].join(" or ")} is missing from the client build`);
		return createModule(`/${chunk.file}`, listUrls(chunks, appChunks));
	},
	/** In development, React's fast refresh must be loaded before the components. */
	transform(code, id) {
		const { config, name } = this.environment;
		if (config.command !== "serve" || name !== "client" || id !== join(config.root, entry)) return;
		return `import "virtual:react-router/inject-hmr-runtime";\nimport "/@vite/client";\n${code}`;
	},
});
