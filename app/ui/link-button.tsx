import type { ComponentProps } from "react";
import { Link } from "react-router";
import { buttonClass, type Look } from "./button.tsx";

type Props = Omit<ComponentProps<typeof Link>, "to"> & Look & { to: string };

/** For pages that React Router may render. A link out of the dashboard loads a document. */
export const LinkButton = ({ to, look, size, className, ...rest }: Props) => (
	<Link
		to={to}
		reloadDocument={!to.startsWith("/dashbord")}
		className={buttonClass({ look, size, className })}
		{...rest}
	/>
);
