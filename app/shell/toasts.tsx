import { type ReactNode, useEffect, useRef, useState } from "react";
import { toast, useToaster } from "react-hot-toast/headless";
import type { Flash } from "#app/lib/context.ts";
import { alertTones } from "#app/ui/feedback.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toastMs } from "#contract/limits.ts";
import { viewBasket } from "#contract/shop.ts";

const Message = ({ text, link }: Omit<Flash, "kind">) => (
	<div className="grid justify-items-start md:gap-1">
		<span>{text}</span>
		{link && (
			<a href={link.href} className="link">
				{link.label}
			</a>
		)}
	</div>
);

type ToastProps = {
	kind: Flash["kind"];
	children: ReactNode;
	/** On a phone a toast covers the header, so it has a button as soon as a script can handle it. */
	canDismiss?: boolean;
	onDismiss?: () => void;
};

function Toast({ kind, children, canDismiss = true, onDismiss }: ToastProps) {
	const { className, icon } = alertTones[kind];
	return (
		<div className={className}>
			<Icon name={icon} />
			{children}
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
export const showToast = ({ kind, ...message }: Flash) => toast[kind](<Message {...message} />);

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
			{flash && !isHydrated && (
				<Toast kind={flash.kind} canDismiss={false}>
					<Message {...flash} />
				</Toast>
			)}
			{toasts
				.filter(({ visible }) => visible)
				.map(({ id, type, message }) => (
					<Toast
						key={id}
						kind={type === "error" ? "error" : "success"}
						onDismiss={() => toast.dismiss(id)}
					>
						{typeof message === "function" ? null : message}
					</Toast>
				))}
		</section>
	);
}

/** A region that app/client/toasts.ts controls, and empty toasts for it to copy. */
export const DocumentToasts = ({ flash }: { flash: Flash | null }) => (
	<>
		<section aria-label="Messages" aria-live="polite" className="toasts">
			{flash && (
				<Toast kind={flash.kind}>
					<Message {...flash} />
				</Toast>
			)}
		</section>
		<template id="error-toast">
			<Toast kind="error">
				<Message text="" />
			</Toast>
		</template>
		<template id="success-toast">
			<Toast kind="success">
				<Message text="" link={viewBasket} />
			</Toast>
		</template>
	</>
);
