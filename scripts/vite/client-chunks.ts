/** Puts each of these modules into its own file. In a later group, pages that do not need them would load them too. */
const separateModules =
	/\/(?:app\/client|contract)\/(categories|dates|error-table\/(?!index)\w+|poll-for-changes|public-pages)\.ts$/;

/**
 * The files of the browser's build. A module joins the first group that matches, together with its imports that are in no earlier group.
 * Groups that documents load without React come first. These groups make React Router's manifest, which lists the files of every page,
 * 1.5 kB smaller after gzip.
 */
export const clientChunks = [
	// The documents' chart and the dashboard load it.
	{ name: "react", test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
	// Only the dashboard loads it.
	{ name: "router", test: /\/node_modules\/(?:react-router|turbo-stream)\// },
	// The modules that both documents and the dashboard load. As separate files, they would take eight requests.
	{
		name: "client",
		test: /\/app\/client\/(?:access-token|basket-fields|forms|offline|search|theme|toast-dismissal)\.ts$|\/app\/lib\/(?:has-message|load-chunk|stored-drafts|when-idle)\.ts$|\/contract\/error-table\/error\.ts$|vite\/preload-helper/,
	},
	// Scripts of documents load it without React.
	{ name: "valibot", test: /\/node_modules\/valibot\// },
	{
		name: "formats",
		test: /\/contract\/(?:days|fill-message|measures|money|numbers|search-text)\.ts$|\/app\/client\/keep-units-together\.ts$/,
	},
	{
		name: (id: string) => separateModules.exec(id)?.[1]?.replace("/", "-") ?? null,
		test: separateModules,
	},
	{ name: "messages", test: /\/contract\/messages\.ts$/ },
	// What all schemas of forms share.
	{ name: "fields", test: /\/contract\/(?:invalid|parse-url|vat-number|schemas\/fields)\.ts$/ },
	// What the chart of documents and the dashboard share. It must not import React Router.
	{ name: "controls", test: /\/app\/ui\/(?:button|feedback|field|icon)\.tsx$/ },
	// The layout of the dashboard, which each of its pages loads.
	{
		name: "frame",
		test: /\/app\/(?:root-data\.|shell\/(?!\w+-layout)|ui\/(?:confirm-|keep-units-together|page|picture\.|router-link-button|wordmark)|lib\/(?:page-meta|route-flags)\.)|\/react-hot-toast\//,
	},
	// What tables and single records share. Otherwise, the order page would load the tables.
	{
		name: "records",
		test: /\/app\/ui\/wrappable-text\.|\/app\/lib\/use-live-data/,
	},
	// What the dashboard's forms share.
	{ name: "forms", test: /\/app\/ui\/(?:form-|validated-form)/ },
	// What the dashboard's tables share.
	{ name: "tables", test: /\/app\/ui\/table\// },
];
