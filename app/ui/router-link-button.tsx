import type { ComponentProps } from "react";
import { Link } from "react-router";
import { type ButtonStyle, buttonClass } from "./button.tsx";

type Props = Omit<ComponentProps<typeof Link>, "to"> & ButtonStyle & { to: string };

/** A link button for pages with React Router. A link to a page outside the dashboard loads a new document. */
export const RouterLinkButton = ({ to, variant, size, className, ...rest }: Props) => (
	<Link
		to={to}
		reloadDocument={!to.startsWith("/dashbord")}
		className={buttonClass({ variant, size, className })}
		{...rest}
	/>
);
