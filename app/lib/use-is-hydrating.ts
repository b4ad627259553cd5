import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** Returns true on the server and for the first render in the browser, and false afterward. */
export const useIsHydrating = () =>
	useSyncExternalStore(
		subscribe,
		() => false,
		() => true,
	);
