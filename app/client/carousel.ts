function watchCurrentSlide(slideList: HTMLElement, links: HTMLElement[]): void {
	const slides = [...slideList.children];
	const observer = new IntersectionObserver(
		(entries) => {
			const visible = entries.findLast(({ isIntersecting }) => isIntersecting);
			if (!visible) return;
			for (const [index, link] of links.entries())
				link.ariaCurrent = slides[index] === visible.target ? "true" : null;
		},
		{ root: slideList, threshold: 0.6 },
	);
	for (const slide of slides) observer.observe(slide);
}

/** Makes links to slides scroll only the list of slides. Otherwise, they would also scroll the page and add to the browser's history. */
export function startCarousel(section: HTMLElement): void {
	const slideList = section.querySelector<HTMLElement>("[data-slides]");
	const nav = section.querySelector<HTMLElement>("[data-slide-links]");
	if (!slideList || !nav) return;
	const links = [...nav.querySelectorAll("a")];
	watchCurrentSlide(slideList, links);
	nav.addEventListener("click", (event) => {
		const index = links.findIndex(
			(link) => event.target instanceof Node && link.contains(event.target),
		);
		if (index < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		slideList.scrollTo({ left: index * slideList.clientWidth });
	});
}
