import { type ReactNode, useEffect, useRef, useState } from "react";
import { toast, useToaster } from "react-hot-toast/headless";
import { watchDismissal } from "#app/client/toasts.ts";
import type { RootData } from "#app/root-data.ts";
import { alertTones } from "#app/ui/feedback.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toastMs } from "#contract/limits.ts";

type Flash = NonNullable<RootData["flash"]>;

/** @param onClose where scripts run: on a phone a toast lies over the page's heading, so it can be dismissed */
function Toast({ kind, text, onClose }: { kind: string; text: ReactNode; onClose?: () => void }) {
	const { look, icon } = alertTones[kind === "success" || kind === "error" ? kind : "info"];
	return (
		<div className={look}>
			<Icon name={icon} />
			<span>{text}</span>
			{onClose && (
				<button type="button" aria-label="Dismiss" onClick={onClose}>
					<Icon name="x" />
				</button>
			)}
		</div>
	);
}

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
						kind={note.type}
						text={typeof note.message === "function" ? note.message(note) : note.message}
						onClose={() => toast.dismiss(note.id)}
					/>
				))}
		</section>
	);
}
