declare module "virtual:client-entry" {
	/** URL of the script of documents (scripts/vite/client-entry.ts). */
	const url: string;
	export default url;
}
