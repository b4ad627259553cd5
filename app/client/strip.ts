function markCurrentSlide(strip: HTMLElement, links: HTMLElement[]): void {
	const slides = [...strip.children];
	const observer = new IntersectionObserver(
		(entries) => {
			const visible = entries.findLast(({ isIntersecting }) => isIntersecting);
			if (!visible) return;
			for (const link of links) link.removeAttribute("aria-current");
			links[slides.indexOf(visible.target)]?.setAttribute("aria-current", "true");
		},
		{ root: strip, threshold: 0.6 },
	);
	for (const slide of slides) observer.observe(slide);
}

/** Makes links to slides scroll the strip only, without scrolling the page or adding to its history. */
export function startStrip(section: HTMLElement): void {
	const strip = section.querySelector<HTMLElement>("[data-slides]");
	const nav = section.querySelector<HTMLElement>("[data-slide-links]");
	if (!strip || !nav) return;
	const links = [...nav.querySelectorAll("a")];
	markCurrentSlide(strip, links);
	nav.addEventListener("click", (event) => {
		const index = links.findIndex(
			(link) => event.target instanceof Node && link.contains(event.target),
		);
		if (index < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		strip.scrollTo({ left: index * strip.clientWidth });
	});
}
