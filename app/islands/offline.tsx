import { useEffect } from "react";
import { failure } from "#contract/messages.ts";
import { showToast } from "./toasts.tsx";

/** @returns whether this click would leave the page for another one of the shop */
const leaves = ({ target }: MouseEvent) =>
	target instanceof Element && target.closest('a[href^="/"]') !== null;

function stay(event: MouseEvent) {
	if (navigator.onLine || !leaves(event)) return;
	event.preventDefault();
	showToast({ kind: "error", text: failure.offline });
}

/** Without a network a link keeps the page, with what has been typed in it, instead of the browser's error page. */
export function Offline() {
	useEffect(() => {
		addEventListener("click", stay, { capture: true });
		return () => removeEventListener("click", stay, { capture: true });
	}, []);
	return null;
}
