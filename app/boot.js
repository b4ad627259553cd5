// Runs inline in pages for everyone: starts React at the first sign of interest, or when a part that needs it comes
// into view. Until then the page is plain HTML, which works (docs/decisions/deferred-hydration.md).
{
	const signs = ["pointerdown", "pointerover", "touchstart", "keydown", "focusin"];
	const start = () => {
		for (const sign of signs) removeEventListener(sign, start, true);
		for (const held of document.querySelectorAll('script[type="text/deferred"]')) {
			const script = document.createElement("script");
			script.type = "module";
			script.textContent = held.textContent;
			held.replaceWith(script);
		}
	};
	for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
	const seen = new IntersectionObserver(
		(entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			seen.disconnect();
			start();
		},
		{ rootMargin: "200px" },
	);
	for (const part of document.querySelectorAll("[data-needs-script]")) seen.observe(part);
}
