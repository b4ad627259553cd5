import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"img">, "src" | "srcSet" | "alt"> & {
	src: string;
	alt: string;
	/** How wide it is shown, as the browser needs to know before it chooses a file (HTML "sizes"). */
	sizes: string;
	/** Of its files, in pixels: those of a tool unless given. */
	widths?: readonly number[];
};

/** A picture of our own studio (scripts/catalogue), which is there in several widths and two formats. */
const rendered = /^(\/pictures\/[\w-]+)-800\.webp$/;
const toolWidths = [400, 800, 1200];

const setOf = (stem: string, widths: readonly number[], format: "avif" | "webp") =>
	widths.map((width) => `${stem}-${width}.${format} ${width}w`).join(", ");

/** For a route's `links`: a picture that is seen first is asked for before the page is read to it. */
export const preloadPicture = (src: string, widths: readonly number[], sizes: string) => ({
	rel: "preload",
	as: "image" as const,
	type: "image/avif",
	href: src.replace(rendered, "$1-800.avif"),
	imageSrcSet: setOf(src.replace(rendered, "$1"), widths, "avif"),
	imageSizes: sizes,
	fetchPriority: "high" as const,
});

/** A picture, 4:3 unless `width` and `height` say otherwise, in the smallest file that is sharp where it stands. */
export function Picture({ src, alt, sizes, widths = toolWidths, ...rest }: Props) {
	const [, stem] = rendered.exec(src) ?? [];
	const image = <img src={src} alt={alt} width="800" height="600" decoding="async" {...rest} />;
	if (!stem) return image;
	return (
		<picture className="contents">
			<source type="image/avif" srcSet={setOf(stem, widths, "avif")} sizes={sizes} />
			<source type="image/webp" srcSet={setOf(stem, widths, "webp")} sizes={sizes} />
			{image}
		</picture>
	);
}
