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

function classes({ look = "plain", size = "md", className = "" }: Look) {
	return `${looks[look]} ${size === "sm" ? "btn-sm" : ""} ${className}`.trim().replace(/\s+/g, " ");
}

/**
 * One `primary` a view. `busy` shows a spinner and keeps the words; it does not disable.
 * `type` is "button" unless said otherwise.
 */
export function Button({
	look,
	size,
	className,
	busy = false,
	type = "button",
	children,
	...rest
}: ComponentProps<"button"> & Look & { busy?: boolean }) {
	const classNames = classes({
		...(look && { look }),
		...(size && { size }),
		...(className && { className }),
	});
	return (
		<button type={type} className={classNames} aria-busy={busy || undefined} {...rest}>
			{busy && <Spinner />}
			{children}
		</button>
	);
}

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function LinkButton({
	look,
	size,
	className,
	...rest
}: ComponentProps<typeof PathLink> & Look) {
	const classNames = classes({
		...(look && { look }),
		...(size && { size }),
		...(className && { className }),
	});
	return <PathLink className={classNames} {...rest} />;
}
