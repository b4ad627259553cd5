import { useSyncExternalStore } from "react";
import { readTheme, watchTheme } from "#app/client/theme.ts";

/** React renders `data-theme` too, because it removes unknown attributes when an error page replaces the document. */
export function useTheme(): string | undefined {
	const theme = useSyncExternalStore(watchTheme, readTheme, () => "system");
	return theme === "system" ? undefined : theme;
}
