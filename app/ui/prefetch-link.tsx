import { useEffect, useRef, useState } from "react";
import { Link, type LinkProps, PrefetchPageLinks, useHref } from "react-router";

const prefetchDelayMs = 100;

/**
 * A link whose page is prefetched while the link is hovered or focused. With React Router's `prefetch="intent"`, clicking before the
 * delay ends still triggers the prefetch, so the data is requested twice. Offline, that prefetch reloads the page, because the route module
 * can't load.
 */
export function PrefetchLink(props: LinkProps) {
	const [shouldPrefetch, setShouldPrefetch] = useState(false);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const page = useHref(props.to);
	const stop = () => clearTimeout(timer.current);
	const start = () => {
		stop();
		timer.current = setTimeout(() => setShouldPrefetch(navigator.onLine), prefetchDelayMs);
	};
	const leave = () => {
		stop();
		setShouldPrefetch(false);
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
			{shouldPrefetch && <PrefetchPageLinks page={page} />}
		</>
	);
}
