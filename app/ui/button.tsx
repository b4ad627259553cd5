import type { ComponentProps } from "react";
import { Spinner } from "./feedback.tsx";

const looks = {
	primary: "btn btn-primary",
	plain: "btn btn-plain",
	quiet: "btn btn-ghost",
	outline: "btn btn-outline",
	danger: "btn btn-danger",
};

export type Look = {
	look?: keyof typeof looks | undefined;
	size?: "sm" | "md" | undefined;
	className?: string | undefined;
};

/** Returns the classes of a button, or of a link that looks like one. */
export const buttonClass = ({ look = "plain", size = "md", className = "" }: Look) =>
	`${looks[look]}${size === "sm" ? " btn-sm" : ""} ${className}`.trim();

/** One `primary` button per view. `busy` adds a spinner and does not disable the button. */
export function Button({
	look,
	size,
	className,
	busy = false,
	type = "button",
	children,
	...rest
}: ComponentProps<"button"> & Look & { busy?: boolean }) {
	return (
		<button
			type={type}
			className={buttonClass({ look, size, className })}
			aria-busy={busy || undefined}
			{...rest}
		>
			{busy && <Spinner />}
			{children}
		</button>
	);
}

/** Links to a document or a file. */
export const AnchorButton = ({ look, size, className, ...rest }: ComponentProps<"a"> & Look) => (
	<a className={buttonClass({ look, size, className })} {...rest} />
);
