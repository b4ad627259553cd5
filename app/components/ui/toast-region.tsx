import type { ReactNode } from "react";
import { useToaster } from "react-hot-toast/headless";
import { toastMs } from "#contract/limits.ts";
import { Icon } from "./icon.tsx";

const tones = {
	success: { look: "alert alert-success", icon: "circle-check" },
	error: { look: "alert alert-error", icon: "circle-alert" },
	other: { look: "alert alert-info", icon: "info" },
} as const;

type Tone = keyof typeof tones;

const toneOf = (type: string): Tone => (type === "success" || type === "error" ? type : "other");

function Toast({ tone, children }: { tone: Tone; children: ReactNode }) {
	return (
		<div className={tones[tone].look}>
			<Icon name={tones[tone].icon} />
			<span>{children}</span>
		</div>
	);
}

/**
 * Where toasts appear: top right, gone after 5 s, waiting while the pointer rests on them (specification.md §9). The
 * region is there before them, so that a screen reader hears what is put into it (WCAG 4.1.3).
 * @param first a message to show before scripts run, or where none do
 */
export function ToastRegion({ first }: { first: { kind: Tone; text: string } | null }) {
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
					<Toast key={note.id} tone={toneOf(note.type)}>
						{typeof note.message === "function" ? note.message(note) : note.message}
					</Toast>
				))}
		</section>
	);
}
