// A text file's import needs both `?raw`, which Vite reads, and `with { type: "text" }`, which wrangler's esbuild reads.
declare module "*?raw" {
	const text: string;
	export default text;
}
