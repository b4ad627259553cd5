import { useSyncExternalStore } from "react";
import { readTheme, watchTheme } from "#app/client/theme.ts";

/**
 * @returns `data-theme` of the html element; undefined where the device decides. React has to render it: it removes every
 * attribute that it does not know when an error page takes the place of the whole document
 */
export function useTheme(): string | undefined {
	const theme = useSyncExternalStore(watchTheme, readTheme, () => "system");
	return theme === "system" ? undefined : theme;
}
