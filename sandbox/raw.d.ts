// `?raw` is for Vite, `with { type: "text" }` on the import for wrangler's esbuild: each ignores the other's.
declare module "*?raw" {
	const text: string;
	export default text;
}
