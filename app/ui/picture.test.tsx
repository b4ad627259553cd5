import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Picture } from "./picture.tsx";

const render = (src: string) =>
	renderToStaticMarkup(<Picture src={src} alt="A jack" sizes="50vw" />);

test("a picture from the catalog has three widths and two formats, AVIF before WebP", () => {
	const sources = render("/pictures/bottle-jack-800.webp").matchAll(
		/<source type="([^"]+)" srcSet="([^"]+)" sizes="50vw"/g,
	);
	expect(Array.from(sources, ([, type, srcSet]) => [type, srcSet])).toEqual(
		["avif", "webp"].map((format) => [
			`image/${format}`,
			[400, 800, 1200]
				.map((width) => `/pictures/bottle-jack-${width}.${format} ${width}w`)
				.join(", "),
		]),
	);
	expect(render("/pictures/bottle-jack-800.webp")).toContain(
		'<img src="/pictures/bottle-jack-800.webp" alt="A jack" width="800" height="600"',
	);
});

test.each([
	"/pictures/people/tom.svg",
	"/images/0f-800.webp",
	"https://example.com/pictures/a-800.webp",
])("renders no other sources for an image with a single file: %s", (src) => {
	expect(render(src)).not.toContain("<picture");
	expect(render(src)).toContain(`<img src="${src}" alt="A jack"`);
});
