import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { Skeleton } from "#app/ui/skeleton.tsx";

/** Milliseconds that the page left behind stays: most pages come sooner, and a flicker is worse than a wait. */
const patience = 300;

/** @returns whether another page has been awaited for longer than that */
function useSlowNavigation(): boolean {
	const { state, location } = useNavigation();
	const { pathname } = useLocation();
	const leaving = state === "loading" && location.pathname !== pathname;
	const [slow, setSlow] = useState(false);
	useEffect(() => {
		if (!leaving) return;
		const timer = setTimeout(setSlow, patience, true);
		return () => {
			clearTimeout(timer);
			setSlow(false);
		};
	}, [leaving]);
	return leaving && slow;
}

/** Stands in for a page of the dashboard that is slow to come. */
export function PendingPage({ children }: { children: ReactNode }) {
	return useSlowNavigation() ? <Skeleton rows={8} label="Loading the page" /> : children;
}
