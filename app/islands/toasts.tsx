import { useEffect } from "react";
import { toast } from "react-hot-toast/headless";
import { ToastRegion } from "../components/ui/toast-region.tsx";

export type Flash = { kind: "success" | "error"; text: string };

/** Shows a message for 5 s, top right (specification.md §9). */
export const showToast = ({ kind, text }: Flash) => toast[kind](text);

/** Shows the message that an action left for the page it redirected to; once. */
export function Toasts({ flash }: { flash: Flash | null }) {
	useEffect(() => {
		if (flash) showToast(flash);
	}, [flash]);
	return <ToastRegion />;
}
