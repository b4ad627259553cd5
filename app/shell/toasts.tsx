import { useEffect, useRef, useState } from "react";
import { toast, useToaster } from "react-hot-toast/headless";
import { watchDismissal } from "#app/client/toasts.ts";
import type { RootData } from "#app/root-data.ts";
import { toastMs } from "#contract/limits.ts";
import { Toast } from "./toast.tsx";

type Flash = NonNullable<RootData["flash"]>;

/** Shows a message for 5 s, top right (specification.md §9). */
export const showToast = ({ kind, text }: Flash) => toast[kind](text);

/** react-hot-toast counts a pause that ends without having begun as one since 1970, after which no toast ends. */
function usePauses({ startPause, endPause }: ReturnType<typeof useToaster>["handlers"]) {
	const reasons = useRef(new Set<"pointer" | "focus">());
	const pause = (reason: "pointer" | "focus") => {
		if (reasons.current.size === 0) startPause();
		reasons.current.add(reason);
	};
	const resume = (reason: "pointer" | "focus") => {
		if (reasons.current.delete(reason) && reasons.current.size === 0) endPause();
	};
	return [pause, resume] as const;
}

/**
 * Toasts wait while the pointer rests on them (specification.md §9) or the focus is in them. Their region is there before them, so that a screen
 * reader hears what is put into it (WCAG 4.1.3).
 * @param flash the message that an action left for the page it redirected to: in the page before scripts run, then a toast
 */
export function Toasts({ flash }: { flash: Flash | null }) {
	const [taken, setTaken] = useState(false);
	const { toasts, handlers } = useToaster({ duration: toastMs });
	const [pause, resume] = usePauses(handlers);
	useEffect(() => {
		setTaken(true);
		if (flash) showToast(flash);
	}, [flash]);
	useEffect(() => watchDismissal(), []);
	return (
		<section
			aria-label="Messages"
			aria-live="polite"
			className="toasts"
			onMouseEnter={() => pause("pointer")}
			onMouseLeave={() => resume("pointer")}
			onFocus={() => pause("focus")}
			onBlur={() => resume("focus")}
		>
			{flash && !taken && <Toast {...flash} />}
			{toasts
				.filter(({ visible }) => visible)
				.map((note) => (
					<Toast
						key={note.id}
						kind={note.type === "error" ? "error" : "success"}
						text={typeof note.message === "function" ? note.message(note) : note.message}
						canDismiss
						onDismiss={() => toast.dismiss(note.id)}
					/>
				))}
		</section>
	);
}
