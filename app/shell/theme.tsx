import { useSyncExternalStore } from "react";
import { readTheme, watchTheme } from "#app/client/theme.ts";

/**
 * Returns `data-theme` of the html element, or undefined for the device's theme. React has to render the attribute,
 * because it removes all others when an error page replaces the document.
 */
export function useTheme(): string | undefined {
	const theme = useSyncExternalStore(watchTheme, readTheme, () => "system");
	return theme === "system" ? undefined : theme;
}
