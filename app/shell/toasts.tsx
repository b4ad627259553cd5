import { useEffect, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { ToastRegion } from "./toast-region.tsx";

export type Flash = { kind: "success" | "error"; text: string };

/** Shows a message for 5 s, top right (specification.md §9). */
export const showToast = ({ kind, text }: Flash) => toast[kind](text);

/**
 * Shows the message that an action left for the page it redirected to; once. It is in the page already before scripts
 * run, which then take it over.
 */
export function Toasts({ flash }: { flash: Flash | null }) {
	const [taken, setTaken] = useState(false);
	useEffect(() => {
		setTaken(true);
		if (flash) showToast(flash);
	}, [flash]);
	return <ToastRegion first={taken ? null : flash} />;
}
