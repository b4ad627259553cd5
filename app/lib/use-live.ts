import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useMatches, useNavigation, useRevalidator } from "react-router";
import { poll } from "#app/client/poll.ts";

/** React Router's address of one route's data: `_routes` leaves the messages of the root for a real visit. */
function dataAddress(pathname: string, search: string, routeId: string): string {
	const query = new URLSearchParams(search);
	query.set("_routes", routeId);
	return `${pathname.endsWith("/") ? `${pathname}_` : pathname}.data?${query}`;
}

/** 304 and no body when nothing changed (worker/http/etag.ts). @returns null when the shop cannot be reached: no reason to show an error */
async function askTag(address: string): Promise<string | null> {
	try {
		const response = await fetch(address, { cache: "no-cache" });
		await response.arrayBuffer();
		return response.status >= 500 ? null : (response.headers.get("ETag") ?? "gone");
	} catch {
		return null;
	}
}

/** A dialog asks about what the page shows now. */
const isAsking = () => document.querySelector("dialog[open]") !== null;

/**
 * Keeps the page's data fresh while somebody looks at it (specification.md §4 "Lists refresh"). Renders again only when it
 * changed.
 */
export function useLive() {
	const { pathname, search } = useLocation();
	const { state, revalidate } = useRevalidator();
	const navigation = useNavigation();
	const routeId = useMatches().at(-1)?.id ?? "root";
	const known = useRef<string>(null);
	const isBusy = () =>
		document.hidden || state !== "idle" || navigation.state !== "idle" || isAsking();
	const check = useEffectEvent(async () => {
		if (isBusy()) return null;
		const tag = await askTag(dataAddress(pathname, search, routeId));
		return tag === null ? null : tag !== known.current && showNew(tag);
	});
	const showNew = useEffectEvent((tag: string) => {
		if (isBusy()) return null;
		known.current = tag;
		revalidate();
		return true;
	});
	useEffect(() => poll(() => check()), []);
}
