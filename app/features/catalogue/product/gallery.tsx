import { Picture } from "#app/ui/picture.tsx";

type Props = { name: string; pictures: readonly string[] };

export function Gallery({ name, pictures }: Props) {
	const hasSeveral = pictures.length > 1;
	return (
		<section data-carousel aria-label="Pictures" className="grid min-w-0 gap-3">
			{/* A scrolling region must be focusable by keyboard (WCAG 2.1.1). */}
			<ol data-slides className="slide-strip rounded-md" tabIndex={hasSeveral ? 0 : undefined}>
				{pictures.map((src, index) => (
					<li
						key={src}
						id={`picture-${index + 1}`}
						className="scroll-mt-[calc(var(--header)+16px)]"
					>
						<Picture
							src={src}
							alt={index === 0 ? name : `${name}, picture ${index + 1}`}
							sizes="(min-width: 64rem) 756px, 100vw"
							className="picture-box rounded-md"
							loading={index === 0 ? "eager" : "lazy"}
							fetchPriority={index === 0 ? "high" : "auto"}
						/>
					</li>
				))}
			</ol>
			{hasSeveral && (
				<nav data-slide-links aria-label="Choose a picture" className="flex flex-wrap gap-2">
					{pictures.map((src, index) => (
						<a
							key={src}
							href={`#picture-${index + 1}`}
							aria-label={`Picture ${index + 1} of ${pictures.length}`}
							className="w-24 rounded-md border border-base-300 p-0.75 hover:border-edge aria-current:border-base-content aria-current:not-focus-visible:outline aria-current:not-focus-visible:outline-base-content"
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
			)}
		</section>
	);
}
