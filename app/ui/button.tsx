import type { ComponentProps } from "react";
import { Spinner } from "./feedback.tsx";

const variants = {
	primary: "btn btn-primary",
	plain: "btn btn-plain",
	quiet: "btn btn-ghost",
	outline: "btn btn-outline",
	danger: "btn btn-danger",
};

export type ButtonStyle = {
	variant?: keyof typeof variants | undefined;
	size?: "sm" | "md" | undefined;
	className?: string | undefined;
};

export const buttonClass = ({ variant = "plain", size = "md", className = "" }: ButtonStyle) =>
	`${variants[variant]}${size === "sm" ? " btn-sm" : ""} ${className}`.trim();

/** One `primary` button per view. `busy` adds a spinner and does not disable the button. */
export function Button(props: ComponentProps<"button"> & ButtonStyle & { busy?: boolean }) {
	const { variant, size, className, busy = false, type = "button", children, ...rest } = props;
	return (
		<button
			type={type}
			className={buttonClass({ variant, size, className })}
			aria-busy={busy || undefined}
			{...rest}
		>
			{busy && <Spinner />}
			{children}
		</button>
	);
}

/** Loads a new document or a file. For links within the dashboard, use `RouterLinkButton`. */
export const AnchorButton = ({
	variant,
	size,
	className,
	...rest
}: ComponentProps<"a"> & ButtonStyle) => (
	<a className={buttonClass({ variant, size, className })} {...rest} />
);
