// Runs inline in pages for everyone: starts React at the first sign of interest, or when a part that needs it comes
// into view. Until then the page is plain HTML, which works (docs/decisions/deferred-hydration.md).
{
	const signs = ["pointerdown", "pointermove", "touchstart", "keydown", "focusin"];
	const address = () => location.pathname + location.search;
	const made = address();
	// "Back" to an address that React had pushed changes nothing but the address: nobody hears it yet.
	const follow = () => address() === made || location.reload();
	// Browsers report a move when a page appears under a resting mouse.
	const rests = ({ type, movementX, movementY }) =>
		type === "pointermove" && movementX === 0 && movementY === 0;
	const start = (event) => {
		if (event && rests(event)) return;
		removeEventListener("popstate", follow);
		for (const sign of signs) removeEventListener(sign, start, true);
		for (const held of document.querySelectorAll('script[type="text/deferred"]')) {
			const script = document.createElement("script");
			script.type = "module";
			script.textContent = held.textContent;
			held.replaceWith(script);
		}
	};
	addEventListener("popstate", follow);
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
