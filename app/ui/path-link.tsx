import type { ComponentProps } from "react";
import { Link } from "react-router";

type Props = Pick<
	ComponentProps<typeof Link>,
	| "aria-current"
	| "aria-label"
	| "children"
	| "className"
	| "onClick"
	| "prefetch"
	| "preventScrollReset"
	| "reloadDocument"
	| "to"
>;

/** React Router's `<Link>`. On the server it writes the element itself: resolving links was a tenth of rendering the home page. */
export function PathLink(props: Props) {
	const { to, children } = props;
	if (!import.meta.env.SSR || typeof to !== "string" || !to.startsWith("/")) {
		return <Link {...props} />;
	}
	const { className, "aria-label": label, "aria-current": current } = props;
	return (
		<a href={to} className={className} aria-label={label} aria-current={current} data-discover>
			{children}
		</a>
	);
}
