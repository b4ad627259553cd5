import { type RefObject, useEffect, useState } from "react";

/** @returns index of the child of `track` that fills it, null until scripts run */
export function useSlideInView(track: RefObject<HTMLElement | null>): number | null {
	const [slide, setSlide] = useState<number | null>(null);
	useEffect(() => {
		const root = track.current;
		if (!root) return;
		const slides = [...root.children];
		const observer = new IntersectionObserver(
			(entries) => {
				for (const entry of entries) {
					if (entry.isIntersecting) setSlide(slides.indexOf(entry.target));
				}
			},
			{ root, threshold: 0.6 },
		);
		for (const element of slides) observer.observe(element);
		return () => observer.disconnect();
	}, [track]);
	return slide;
}
