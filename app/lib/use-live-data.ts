import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useMatches, useNavigation, useRevalidator } from "react-router";
import {
	hasAccountChanged,
	hasTypedText,
	pollForChanges,
} from "#app/client/dashboard-scripts.client.ts";

/** Returns the URL of this route's data without the root's, because the root loader would consume the flash message. */
function getDataUrl(pathname: string, search: string, routeId: string): string {
	const query = new URLSearchParams(search);
	query.set("_routes", routeId);
	return `${pathname.endsWith("/") ? `${pathname}_` : pathname}.data?${query}`;
}

/**
 * Returns null if the shop is unreachable, because a failed refresh needs no error message. If the page has typed text, any other response
 * than 200 counts as unreachable too, because the login or an error page would replace that text.
 */
async function fetchEtag(url: string): Promise<string | null> {
	try {
		const response = await fetch(url, { cache: "no-cache" });
		await response.arrayBuffer();
		const wouldLoseText = response.status !== 200 && hasTypedText();
		return wouldLoseText || response.status >= 500
			? null
			: (response.headers.get("ETag") ?? "none");
	} catch {
		return null;
	}
}

/** Refreshes the page's data (specification.md §4 "Lists refresh"). */
export function useLiveData() {
	const { pathname, search } = useLocation();
	const { state, revalidate } = useRevalidator();
	const navigation = useNavigation();
	const routeId = useMatches().at(-1)?.id ?? "root";
	const shownEtag = useRef<string>(null);
	const isBusy = () => {
		const isLoading = state !== "idle" || navigation.state !== "idle";
		// An open dialog refers to the rows that are shown now.
		return (
			document.hidden ||
			isLoading ||
			hasAccountChanged() ||
			document.querySelector("dialog:is([open], :popover-open)") !== null
		);
	};
	const check = useEffectEvent(async () => {
		if (isBusy()) return null;
		const etag = await fetchEtag(getDataUrl(pathname, search, routeId));
		return etag === null ? null : etag !== shownEtag.current && refresh(etag);
	});
	const refresh = useEffectEvent((etag: string) => {
		if (isBusy()) return null;
		shownEtag.current = etag;
		revalidate();
		return true;
	});
	useEffect(() => pollForChanges(() => check()), []);
}
