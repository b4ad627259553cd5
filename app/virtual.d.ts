declare module "virtual:client-entry" {
	/** URL of the documents' script (scripts/vite/client-entry.ts). */
	const url: string;
	export default url;
	/** URLs of the scripts that every page of the dashboard loads. */
	export const appUrls: string[];
}
