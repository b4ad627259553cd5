import { useEffect } from "react";
import { watchSearch } from "#app/client/search.ts";

/** Starts what needs no React (app/client) in a page that React hydrates. */
export function PageModules() {
	useEffect(() => watchSearch(document), []);
	return null;
}
