import { useNavigation } from "react-router";

/** A line along the top while the next page loads; it waits 120 ms, so quick pages show none. */
export function NavigationProgress() {
	const { state } = useNavigation();
	return <div className="progress-line" data-busy={state !== "idle"} aria-hidden />;
}
