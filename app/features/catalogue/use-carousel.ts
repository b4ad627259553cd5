import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";

/** @returns index of the child of `track` that fills it, null until scripts run */
function useSlideInView(track: RefObject<HTMLElement | null>): number | null {
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

/**
 * A snapping strip of slides, each as wide as the strip.
 * @returns `goTo` for the click on a link: it moves the strip only, not the page or its history
 */
export function useCarousel() {
	const track = useRef<HTMLOListElement>(null);
	const current = useSlideInView(track);
	const goTo = (event: MouseEvent, index: number) => {
		const strip = track.current;
		if (!strip) return;
		event.preventDefault();
		strip.scrollTo({ left: index * strip.clientWidth });
	};
	return { track, current, goTo };
}
