import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";

const sizes = { 48: "h-9 w-12", 96: "h-18 w-24" };

type Props = { img: string | null; width: keyof typeof sizes };

/**
 * Decorative, without alternative text, because the tool's name is next to it.
 * @param width - in CSS pixels
 */
export function ToolPicture({ img, width }: Props) {
	const className = `picture-box grid flex-none place-items-center rounded-sm text-primary-content ${sizes[width]}`;
	if (img) return <Picture src={img} alt="" sizes={`${width}px`} className={className} />;
	return (
		<span className={className}>
			<Icon name="package" size={width / 3} />
		</span>
	);
}
