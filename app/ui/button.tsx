import type { ComponentProps } from "react";
import { Spinner } from "./feedback.tsx";
import { PathLink } from "./path-link.tsx";

const looks = {
	primary: "btn btn-primary",
	plain: "btn btn-plain",
	quiet: "btn btn-ghost",
	outline: "btn btn-outline",
	danger: "btn btn-danger",
};

type Look = { look?: keyof typeof looks; size?: "sm" | "md"; className?: string };

const classes = (look: keyof typeof looks, size: string, className: string) =>
	`${looks[look]}${size === "sm" ? " btn-sm" : ""} ${className}`.trim();

/** One `primary` button per view. `busy` adds a spinner and does not disable the button. */
export function Button({
	look = "plain",
	size = "md",
	className = "",
	busy = false,
	type = "button",
	children,
	...rest
}: ComponentProps<"button"> & Look & { busy?: boolean }) {
	return (
		<button
			type={type}
			className={classes(look, size, className)}
			aria-busy={busy || undefined}
			{...rest}
		>
			{busy && <Spinner />}
			{children}
		</button>
	);
}

export const LinkButton = ({
	look = "plain",
	size = "md",
	className = "",
	...rest
}: ComponentProps<typeof PathLink> & Look) => (
	<PathLink className={classes(look, size, className)} {...rest} />
);
