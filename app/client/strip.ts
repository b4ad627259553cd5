/** Marks the link of the slide that fills the strip. */
function watchSlides(strip: HTMLElement, links: HTMLElement[]): IntersectionObserver {
	const slides = [...strip.children];
	const observer = new IntersectionObserver(
		(entries) => {
			const entered = entries.findLast(({ isIntersecting }) => isIntersecting);
			if (!entered) return;
			for (const link of links) link.removeAttribute("aria-current");
			links[slides.indexOf(entered.target)]?.setAttribute("aria-current", "true");
		},
		{ root: strip, threshold: 0.6 },
	);
	for (const slide of slides) observer.observe(slide);
	return observer;
}

/**
 * Moves a strip of slides, each as wide as the strip, by its links. A link moves neither the page nor its history; whether the
 * strip glides is a matter of the style sheet (`scroll-behavior`).
 * @param section has the strip, `[data-slides]`, and one link for each slide in `[data-slide-links]`
 * @returns what ends that
 */
export function startStrip(section: HTMLElement): () => void {
	const strip = section.querySelector<HTMLElement>("[data-slides]");
	const nav = section.querySelector<HTMLElement>("[data-slide-links]");
	if (!strip || !nav) return () => undefined;
	const links = [...nav.querySelectorAll("a")];
	const observer = watchSlides(strip, links);
	const onClick = (event: MouseEvent) => {
		const index = links.findIndex(
			(link) => event.target instanceof Node && link.contains(event.target),
		);
		if (index < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		strip.scrollTo({ left: index * strip.clientWidth });
	};
	nav.addEventListener("click", onClick);
	return () => {
		observer.disconnect();
		nav.removeEventListener("click", onClick);
	};
}
