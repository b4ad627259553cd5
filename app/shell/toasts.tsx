import { useEffect, useRef, useState } from "react";
import { toast, useToaster } from "react-hot-toast/headless";
import { watchDismissal } from "#app/client/toasts.ts";
import type { RootData } from "#app/root-data.ts";
import { toastMs } from "#contract/limits.ts";
import { Toast } from "./toast.tsx";

type Flash = NonNullable<RootData["flash"]>;

/** Shows a toast for 5 s at the top right (specification.md §9). */
export const showToast = ({ kind, text }: Flash) => toast[kind](text);

/** Calls `endPause` only after `startPause`: otherwise react-hot-toast assumes a pause since 1970, and no toast expires. */
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
 * Toasts do not expire while the pointer is on them (specification.md §9) or the focus is in them. Their region is always
 * rendered, because screen readers announce only what is added to an existing one (WCAG 4.1.3).
 * @param flash the message from the action that redirected here: rendered by the server, then shown as a toast
 */
export function Toasts({ flash }: { flash: Flash | null }) {
	const [isHydrated, setIsHydrated] = useState(false);
	const { toasts, handlers } = useToaster({ duration: toastMs });
	const [pause, resume] = usePauses(handlers);
	useEffect(() => {
		setIsHydrated(true);
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
			{flash && !isHydrated && <Toast {...flash} />}
			{toasts
				.filter(({ visible }) => visible)
				.map((item) => (
					<Toast
						key={item.id}
						kind={item.type === "error" ? "error" : "success"}
						text={typeof item.message === "function" ? item.message(item) : item.message}
						canDismiss
						onDismiss={() => toast.dismiss(item.id)}
					/>
				))}
		</section>
	);
}
