/** First in the page; `main` carries `id="main"` and `tabIndex={-1}`. */
export function SkipLink() {
	return (
		<a href="#main" className="skip-link">
			Skip to content
		</a>
	);
}
