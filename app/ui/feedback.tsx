import type { PropsWithChildren } from "react";
import { twoFactorPath } from "#contract/sign-in-paths.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

export const alertTones = {
	info: { className: "alert alert-info", icon: "info", role: "status" },
	success: { className: "alert alert-success", icon: "circle-check", role: "status" },
	error: { className: "alert alert-error", icon: "circle-alert", role: "alert" },
} as const;

export function Alert({
	tone = "info",
	children,
}: PropsWithChildren<{ tone?: keyof typeof alertTones }>) {
	const { className, icon, role } = alertTones[tone];
	return (
		<div role={role} className={className}>
			<Icon name={icon} />
			<div>{children}</div>
		</div>
	);
}

const badgeTones = {
	plain: "badge badge-ghost",
	success: "badge badge-success",
	error: "badge badge-error",
	accent: "badge badge-primary",
};

export const Badge = ({
	tone = "plain",
	children,
}: PropsWithChildren<{ tone?: keyof typeof badgeTones }>) => (
	<span className={badgeTones[tone]}>{children}</span>
);

export const EmptyState = ({
	icon,
	sentence,
	children,
}: PropsWithChildren<{ icon: IconName; sentence: string }>) => (
	<div className="grid justify-items-center gap-4 rounded-md border border-dashed border-edge px-6 py-12 text-center">
		<Icon name={icon} size={32} />
		<p className="max-w-text">{sentence}</p>
		{children}
	</div>
);

/** @param label - what is loading; omit it inside a busy button */
export function Spinner({ label }: { label?: string }) {
	if (!label) return <span className="spinner" aria-hidden />;
	return (
		<p role="status" className="flex items-center gap-3 text-muted">
			<Spinner />
			{label}
		</p>
	);
}

const remedies: Partial<Record<string, [path: string, label: string]>> = {
	unauthenticated: ["/login", "Log in"],
	second_factor_setup_required: [twoFactorPath, "Set it up"],
};

/**
 * A space and a link to the page where the user can do what the error asks for; nothing for other errors. Opens it in a new tab, so that
 * what was typed stays in this one.
 */
export function RemedyLink({ code = "" }: { code?: string | undefined }) {
	const [path, label] = remedies[code] ?? [];
	return (
		path && (
			<>
				{" "}
				<a href={path} target="_blank" className="link" rel="noopener">
					{label}
				</a>
			</>
		)
	);
}
