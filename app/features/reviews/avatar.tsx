const sizes = {
	md: { pixels: 48, look: "size-12" },
	lg: { pixels: 96, look: "size-24" },
};

type Props = { src?: string | null | undefined; name: string; size?: keyof typeof sizes };

/** A round picture of a person, or their initial on mist: 48 or 96 px. */
export function Avatar({ src, name, size = "md" }: Props) {
	const { pixels, look } = sizes[size];
	if (!src) {
		return (
			<span
				aria-hidden
				className={`grid shrink-0 place-items-center rounded-full bg-base-200 font-semibold ${look}`}
			>
				{name.trim().charAt(0).toUpperCase() || "?"}
			</span>
		);
	}
	return (
		<img
			src={src}
			alt=""
			width={pixels}
			height={pixels}
			loading="lazy"
			className={`shrink-0 rounded-full bg-studio object-cover ${look}`}
		/>
	);
}
