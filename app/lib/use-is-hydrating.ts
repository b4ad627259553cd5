import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** @returns whether this is the first rendering of a page that came from the server */
export const useIsHydrating = () =>
	useSyncExternalStore(
		subscribe,
		() => false,
		() => true,
	);
