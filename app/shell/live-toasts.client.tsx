// React Router omits `.client` modules from the server bundle, where their exports are undefined. This keeps react-hot-toast out of it.
import { type RefObject, useEffect, useRef } from "react";
import { toast, useToaster } from "react-hot-toast/headless";
import type { Flash } from "#app/lib/context.ts";
import { toastMs } from "#contract/limits.ts";
import { Message, Toast } from "./toast.tsx";

/** Shows a toast in the dashboard for 5 s (specification.md §9). */
export const showToast = ({ kind, ...message }: Flash) => toast[kind](<Message {...message} />);

const pauseEvents = [
	["pointerenter", "pointerleave"],
	["focusin", "focusout"],
] as const;

type Props = { flash: Flash | null; region: RefObject<HTMLElement | null> };

/** The toasts in a live region. Their timers pause while the pointer or focus is on a toast. */
export function LiveToasts({ flash, region }: Props) {
	const { toasts, handlers } = useToaster({ duration: toastMs });
	const { startPause, endPause } = handlers;
	const activeEvents = useRef(new Set<string>());
	useEffect(() => {
		const controller = new AbortController();
		const { signal } = controller;
		for (const [start, end] of pauseEvents) {
			const pause = () => {
				if (activeEvents.current.size === 0) startPause();
				activeEvents.current.add(start);
			};
			// Calls endPause only after startPause. Without a start, react-hot-toast assumes a pause since 1970, and no toast expires.
			const resume = () => {
				if (activeEvents.current.delete(start) && activeEvents.current.size === 0) endPause();
			};
			region.current?.addEventListener(start, pause, { signal });
			region.current?.addEventListener(end, resume, { signal });
		}
		return () => controller.abort();
	}, [region, startPause, endPause]);
	useEffect(() => {
		if (flash) showToast(flash);
	}, [flash]);
	return toasts
		.filter(({ visible }) => visible)
		.map(({ id, type, message }) => (
			<Toast
				key={id}
				kind={type === "error" ? "error" : "success"}
				onDismiss={() => toast.dismiss(id)}
			>
				{typeof message === "function" ? null : message}
			</Toast>
		));
}
