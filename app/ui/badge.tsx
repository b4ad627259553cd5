import type { ReactNode } from "react";

const tones = {
	plain: "badge badge-ghost",
	success: "badge badge-success",
	error: "badge badge-error",
	accent: "badge badge-primary",
};

/** A state in one word: UnPaid, Shipped, admin. */
export function Badge({
	tone = "plain",
	children,
}: {
	tone?: keyof typeof tones;
	children: ReactNode;
}) {
	return <span className={tones[tone]}>{children}</span>;
}
