import { Picture, preloadPicture } from "#app/ui/picture.tsx";

const slides = [
	{
		src: "/pictures/scene-workbench-800.webp",
		alt: "Torque wrench, ratchet, sockets and multimeter on a workbench",
	},
	{
		src: "/pictures/scene-tool-wall-800.webp",
		alt: "Wrenches, hammer, pliers, screwdrivers and feeler gauge hanging on a tool wall",
	},
	{
		src: "/pictures/scene-engine-bay-800.webp",
		alt: "Engine bay with battery, code reader and work light",
	},
] as const;

const pictureWidths = [800, 1200, 1600];

export const firstSlidePreload = preloadPicture(slides[0].src, pictureWidths, "100vw");

/** specification.md §1: three pictures, with links 1-3. */
export const Carousel = () => (
	<section
		data-carousel
		aria-label="From the tool room"
		className="relative bg-hero text-hero-content max-lg:graphite"
	>
		{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable by keyboard (WCAG 2.1.1) */}
		<ol data-slides className="slide-strip" tabIndex={0}>
			{slides.map(({ src, alt }, index) => (
				<li key={src} id={`slide${index + 1}`} className="scroll-mt-(--header)">
					{/* The text covers the left two fifths of each picture on wide screens, where the pictures show only background. */}
					<Picture
						src={src}
						alt={alt}
						sizes="100vw"
						className="block h-[clamp(260px,75vw,420px)] w-full object-cover object-[100%_50%] mask-(--tone-vignette) filter-(--tone-picture) lg:mask-(--tone-hero-fade) lg:h-[clamp(420px,43.75vw,640px)]"
						widths={pictureWidths}
						decoding="auto"
						width="1600"
						height="700"
						fetchPriority={index === 0 ? "high" : "auto"}
						loading={index === 0 ? "eager" : "lazy"}
					/>
				</li>
			))}
		</ol>
		<div className="wide grid content-center gap-4 py-6 *:lg:pointer-events-auto *:lg:max-w-[34%] lg:pointer-events-none lg:absolute lg:inset-0 lg:py-10">
			<h1>Car repair tools by the dozen.</h1>
			<p className="lg:text-lg">
				For garages, fleets and resellers: a price per piece, and a stock count you can trust.
			</p>
			<div className="flex flex-wrap items-center justify-between gap-4">
				<a href="#tools" className="btn btn-primary">
					See the tools
				</a>
				<nav data-slide-links aria-label="Pictures" className="flex gap-1 lg:absolute lg:bottom-8">
					{slides.map(({ src }, index) => (
						<a
							key={src}
							href={`#slide${index + 1}`}
							aria-label={`Picture ${index + 1}`}
							className="tap-target rounded-sm border border-current font-semibold num hover:border-2 aria-current:border-primary aria-current:bg-primary aria-current:text-primary-content"
						>
							{index + 1}
						</a>
					))}
				</nav>
			</div>
		</div>
	</section>
);
