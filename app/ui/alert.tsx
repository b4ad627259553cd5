import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

const tones = {
	info: { look: "alert alert-info", icon: "info", role: "status" },
	success: { look: "alert alert-success", icon: "circle-check", role: "status" },
	error: { look: "alert alert-error", icon: "circle-alert", role: "alert" },
} as const;

/** A message about the whole page or form; a field's own error stands under the field. */
export function Alert({
	tone = "info",
	children,
}: {
	tone?: keyof typeof tones;
	children: ReactNode;
}) {
	const { look, icon, role } = tones[tone];
	return (
		<div role={role} className={look}>
			<Icon name={icon} />
			<div>{children}</div>
		</div>
	);
}
