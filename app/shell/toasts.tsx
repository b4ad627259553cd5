import { type ReactNode, useEffect, useRef, useState } from "react";
import { toast, useToaster } from "react-hot-toast/headless";
import type { Flash } from "#app/lib/context.ts";
import { alertTones } from "#app/ui/feedback.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toastMs } from "#contract/limits.ts";
import { viewBasket } from "#contract/shop.ts";

type ToastProps = {
	kind: Flash["kind"];
	text: ReactNode;
	link?: Flash["link"];
	/** On a phone a toast covers the header, so it has a button as soon as a script can handle it. */
	canDismiss?: boolean;
	onDismiss?: () => void;
};

function Toast({ kind, text, link, canDismiss = true, onDismiss }: ToastProps) {
	const { className, icon } = alertTones[kind];
	return (
		<div className={className}>
			<Icon name={icon} />
			<div className="grid justify-items-start md:gap-1">
				<span>{text}</span>
				{link && (
					<a href={link.href} className="link">
						{link.label}
					</a>
				)}
			</div>
			{canDismiss && (
				<button
					type="button"
					aria-label="Dismiss"
					className="absolute end-0 top-0 tap-target noscript:hidden"
					onClick={onDismiss}
				>
					<Icon name="x" />
				</button>
			)}
		</div>
	);
}

/** Shows a toast of the dashboard for 5 s (specification.md §9). */
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

/** @param flash rendered by the server, then shown as a toast: screen readers announce only what is added to the region */
export function DashboardToasts({ flash }: { flash: Flash | null }) {
	const [isHydrated, setIsHydrated] = useState(false);
	const { toasts, handlers } = useToaster({ duration: toastMs });
	const [pause, resume] = usePauses(handlers);
	useEffect(() => {
		setIsHydrated(true);
		if (flash) showToast(flash);
	}, [flash]);
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
			{flash && !isHydrated && <Toast {...flash} canDismiss={false} />}
			{toasts
				.filter(({ visible }) => visible)
				.map(({ id, type, message }) => (
					<Toast
						key={id}
						kind={type === "error" ? "error" : "success"}
						text={typeof message === "string" ? message : null}
						onDismiss={() => toast.dismiss(id)}
					/>
				))}
		</section>
	);
}

/** A region that app/client/toasts.ts controls, and empty toasts for it to copy. */
export const DocumentToasts = ({ flash }: { flash: Flash | null }) => (
	<>
		<section aria-label="Messages" aria-live="polite" className="toasts">
			{flash && <Toast {...flash} />}
		</section>
		<template id="error-toast">
			<Toast kind="error" text="" />
		</template>
		<template id="success-toast">
			<Toast kind="success" text="" link={viewBasket} />
		</template>
	</>
);
