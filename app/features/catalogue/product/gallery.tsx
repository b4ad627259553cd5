import { Picture } from "#app/ui/picture.tsx";

type Props = {
	name: string;
	pictures: readonly string[];
};

const galleryClass = "grid min-w-0 gap-3 lg:[grid-area:pictures]";
const sizes = "(min-width: 64rem) 756px, 100vw";

function Carousel({ name, pictures }: Props) {
	return (
		<section data-strip aria-label="Pictures" className={galleryClass}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable by keyboard (WCAG 2.1.1) */}
			<ol data-slides className="slide-strip rounded-md" tabIndex={0}>
				{pictures.map((src, index) => (
					<li
						key={src}
						id={`picture-${index + 1}`}
						className="scroll-mt-[calc(var(--header)+16px)]"
					>
						<Picture
							src={src}
							alt={index === 0 ? name : `${name}, picture ${index + 1}`}
							sizes={sizes}
							className="picture-box rounded-md"
							loading={index === 0 ? "eager" : "lazy"}
							fetchPriority={index === 0 ? "high" : "auto"}
						/>
					</li>
				))}
			</ol>
			<nav
				data-slide-links
				aria-label="Choose a picture"
				className="gallery-links flex flex-wrap gap-2"
			>
				{pictures.map((src, index) => (
					<a
						key={src}
						href={`#picture-${index + 1}`}
						aria-label={`Picture ${index + 1} of ${pictures.length}`}
					>
						<Picture
							src={src}
							alt=""
							sizes="96px"
							width="96"
							height="72"
							className="picture-box block rounded-sm"
							loading="lazy"
						/>
					</a>
				))}
			</nav>
		</section>
	);
}

export function Gallery({ name, pictures }: Props) {
	const [only, ...others] = pictures;
	if (only === undefined) return null;
	if (others.length > 0) return <Carousel name={name} pictures={pictures} />;
	return (
		<div className={galleryClass}>
			<Picture
				src={only}
				alt={name}
				sizes={sizes}
				className="picture-box rounded-md"
				fetchPriority="high"
			/>
		</div>
	);
}
