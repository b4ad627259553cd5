import { type ReactNode, useEffect, useState } from "react";
import { toast, useToaster } from "react-hot-toast/headless";
import { Icon } from "#app/ui/icon.tsx";
import { toastMs } from "#contract/limits.ts";

const tones = {
	success: { look: "alert alert-success", icon: "circle-check" },
	error: { look: "alert alert-error", icon: "circle-alert" },
	other: { look: "alert alert-info", icon: "info" },
} as const;

type Tone = keyof typeof tones;

const toneOf = (type: string): Tone => (type === "success" || type === "error" ? type : "other");

type ToastProps = { tone: Tone; children: ReactNode; onClose?: () => void };

/** On a phone a toast lies over the page's heading, so it can be put away. */
function Toast({ tone, children, onClose }: ToastProps) {
	return (
		<div className={tones[tone].look}>
			<Icon name={tones[tone].icon} />
			<span>{children}</span>
			{onClose && (
				<button type="button" aria-label="Dismiss" onClick={onClose}>
					<Icon name="x" />
				</button>
			)}
		</div>
	);
}

/**
 * Where toasts appear: top right, gone after 5 s, waiting while the pointer rests on them (specification.md §9). The
 * region is there before them, so that a screen reader hears what is put into it (WCAG 4.1.3).
 * @param first a message to show before scripts run, or where none do
 */
function ToastRegion({ first }: { first: { kind: Tone; text: string } | null }) {
	const { toasts, handlers } = useToaster({ duration: toastMs });
	return (
		<section
			aria-label="Messages"
			aria-live="polite"
			className="toasts"
			onMouseEnter={handlers.startPause}
			onMouseLeave={handlers.endPause}
		>
			{first && <Toast tone={first.kind}>{first.text}</Toast>}
			{toasts
				.filter(({ visible }) => visible)
				.map((note) => (
					<Toast key={note.id} tone={toneOf(note.type)} onClose={() => toast.dismiss(note.id)}>
						{typeof note.message === "function" ? note.message(note) : note.message}
					</Toast>
				))}
		</section>
	);
}

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
