import { useState } from "react";
import { useLocation, useNavigation } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Alert } from "./alert.tsx";

type Shown = { refused: FormErrors; at: string };

/**
 * Why something in a list was refused. React Router forgets what an action answered as soon as the page's data is read
 * anew, and these lists do that by themselves: the words stay until the next form or page.
 */
export function LastRefusal({ refused }: { refused: FormErrors | undefined }) {
	const { key: at } = useLocation();
	const { state } = useNavigation();
	const [shown, setShown] = useState<Shown | null>(refused ? { refused, at } : null);
	const isNew = refused !== undefined && refused !== shown?.refused;
	const isOver = shown !== null && (state === "submitting" || (shown.at !== at && !isNew));
	if (isNew && state === "idle") setShown({ refused, at });
	else if (isOver) setShown(null);
	return shown && <Alert tone="error">{shown.refused.message}</Alert>;
}
