import { type RefObject, useEffect, useState } from "react";

/** Pixels before the edge of the window at which an element counts as near. */
const ahead = "200px";

/** @returns whether `element` is in view, or soon will be; once true it stays so */
export function useInView(element: RefObject<Element | null>): boolean {
	const [seen, setSeen] = useState(false);
	useEffect(() => {
		if (!element.current || seen) return;
		const observer = new IntersectionObserver(
			(entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
			{ rootMargin: ahead },
		);
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [element, seen]);
	return seen;
}
