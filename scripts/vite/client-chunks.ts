/** Puts React into one file. The documents' chart and the dashboard load it. */
const react = { name: "react", test: /\/node_modules\/(?:react|react-dom|scheduler)\// };

/** Puts React Router into one file. Only the dashboard loads it. */
const router = { name: "router", test: /\/node_modules\/(?:react-router|turbo-stream)\// };

/** Puts the modules that both documents and the dashboard load into one file. As separate files, they would take eight requests. */
const client = {
	name: "client",
	test: /\/app\/client\/(?:access-token|basket-fields|forms|offline|search|theme|toast-dismissal)\.ts$|\/app\/lib\/(?:has-message|load-chunk|stored-drafts|when-idle)\.ts$|\/contract\/error-table\/error\.ts$|vite\/preload-helper/,
};

/** Puts valibot into one file, because scripts of documents load it without React. */
const valibot = { name: "valibot", test: /\/node_modules\/valibot\// };

const formats = {
	name: "formats",
	test: /\/contract\/(?:days|fill-message|measures|money|numbers|search-text)\.ts$/,
};

/** Puts each of these modules into its own file. In a group below, pages that do not need them would load them too. */
const separateModules =
	/\/(?:app\/client|contract)\/(categories|dates|error-table\/(?!index)\w+|poll-for-changes|public-pages)\.ts$/;
const separate = {
	name: (id: string) => separateModules.exec(id)?.[1]?.replace("/", "-") ?? null,
	test: separateModules,
};

const messages = { name: "messages", test: /\/contract\/messages\.ts$/ };

/** Puts what all schemas of forms share into one file. */
const fields = {
	name: "fields",
	test: /\/contract\/(?:invalid|parse-url|vat-number|schemas\/fields)\.ts$/,
};

/** Puts what the chart of documents and the dashboard share into one file. It must not import React Router. */
const controls = {
	name: "controls",
	test: /\/app\/ui\/(?:button|feedback|field|icon)\.tsx$/,
};

/** Puts the layout of the dashboard into one file, because each of its pages loads it. */
const frame = {
	name: "frame",
	test: /\/app\/(?:root-data\.|shell\/(?!\w+-layout)|ui\/(?:confirm-|page|picture\.|router-link-button|wordmark)|lib\/(?:page-meta|route-flags)\.)|\/react-hot-toast\//,
};

/** Puts what tables and single records share into one file. Otherwise, the order page would load the tables. */
const records = {
	name: "records",
	test: /\/app\/ui\/(?:keep-units-together|wrappable-text)\.|\/app\/lib\/use-live-data/,
};

/** Puts what the dashboard's forms share into one file. */
const forms = { name: "forms", test: /\/app\/ui\/(?:form-|validated-form)/ };

/** Puts what the dashboard's tables share into one file. */
const tables = { name: "tables", test: /\/app\/ui\/table\// };

/**
 * The files of the browser's build. A module joins the first group that matches, together with its imports that are in no earlier group.
 * Groups that documents load without React come first. These groups make React Router's manifest, which lists the files of every page,
 * 1.5 kB smaller after gzip.
 */
export const clientChunks = [
	react,
	router,
	client,
	valibot,
	formats,
	separate,
	messages,
	fields,
	controls,
	frame,
	records,
	forms,
	tables,
];
