import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"img">, "src" | "srcSet" | "alt"> & {
	src: string;
	alt: string;
	sizes: string;
	/** Widths of the image files, in px. */
	widths?: readonly number[];
};

const catalogueFile = /^(\/pictures\/[\w-]+)-800\.webp$/;
const productWidths = [400, 800, 1200];

const createSrcSet = (stem: string, widths: readonly number[], format: "avif" | "webp") =>
	widths.map((width) => `${stem}-${width}.${format} ${width}w`).join(", ");

/** A preload link for a route's `links`, for the image that is likely the Largest Contentful Paint. */
export const preloadPicture = (src: string, widths: readonly number[], sizes: string) => ({
	rel: "preload",
	as: "image" as const,
	type: "image/avif",
	href: src.replace(catalogueFile, "$1-800.avif"),
	imageSrcSet: createSrcSet(src.replace(catalogueFile, "$1"), widths, "avif"),
	imageSizes: sizes,
	fetchPriority: "high" as const,
});

/** A responsive image, 4:3 unless `width` and `height` say otherwise. */
export function Picture({ src, alt, sizes, widths = productWidths, ...rest }: Props) {
	const [, stem] = catalogueFile.exec(src) ?? [];
	const image = <img src={src} alt={alt} width="800" height="600" decoding="async" {...rest} />;
	if (!stem) return image;
	return (
		<picture className="contents">
			<source type="image/avif" srcSet={createSrcSet(stem, widths, "avif")} sizes={sizes} />
			<source type="image/webp" srcSet={createSrcSet(stem, widths, "webp")} sizes={sizes} />
			{image}
		</picture>
	);
}
