import { useEffect, useRef, useState } from "react";
import { Link, type LinkProps, PrefetchPageLinks, useHref } from "react-router";

const intentMs = 100;

/**
 * A link whose page is prefetched while the pointer or the focus rests on it. React Router's `prefetch="intent"` also prefetches what a
 * click has requested meanwhile, and offline it reloads the page, because the script of the other page cannot be loaded.
 */
export function PrefetchLink(props: LinkProps) {
	const [isPrefetched, setPrefetched] = useState(false);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const page = useHref(props.to);
	const stop = () => clearTimeout(timer.current);
	const start = () => {
		stop();
		timer.current = setTimeout(() => setPrefetched(navigator.onLine), intentMs);
	};
	const leave = () => {
		stop();
		setPrefetched(false);
	};
	useEffect(() => () => clearTimeout(timer.current), []);
	return (
		<>
			<Link
				{...props}
				onMouseEnter={start}
				onFocus={start}
				onTouchStart={start}
				onMouseLeave={leave}
				onBlur={leave}
				onClick={stop}
			/>
			{isPrefetched && <PrefetchPageLinks page={page} />}
		</>
	);
}
