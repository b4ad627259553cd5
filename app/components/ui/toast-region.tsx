import { useToaster } from "react-hot-toast/headless";
import { toastMs } from "#contract/limits.ts";
import { Icon } from "./icon.tsx";

const tones = {
	success: { look: "alert alert-success", icon: "circle-check" },
	error: { look: "alert alert-error", icon: "circle-alert" },
	other: { look: "alert alert-info", icon: "info" },
} as const;

/** Where toasts appear: top right, gone after 5 s, waiting while the pointer rests on them (specification.md §9). */
export function ToastRegion() {
	const { toasts, handlers } = useToaster({ duration: toastMs });
	return (
		<section
			aria-label="Messages"
			className="toasts"
			onMouseEnter={handlers.startPause}
			onMouseLeave={handlers.endPause}
		>
			{toasts
				.filter(({ visible }) => visible)
				.map((note) => {
					const tone =
						tones[note.type === "success" || note.type === "error" ? note.type : "other"];
					return (
						<div key={note.id} className={tone.look} {...note.ariaProps}>
							<Icon name={tone.icon} />
							<span>{typeof note.message === "function" ? note.message(note) : note.message}</span>
						</div>
					);
				})}
		</section>
	);
}
