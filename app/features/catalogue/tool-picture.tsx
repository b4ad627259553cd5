import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";

type Props = {
	img: string | null;
	/** Pixels across, 4:3. */
	width: 48 | 96;
};

const sizes = { 48: "h-9 w-12", 96: "h-18 w-24" };

/** Decorative: the tool's name stands beside it. */
export function ToolPicture({ img, width }: Props) {
	const look = `picture-box grid flex-none place-items-center rounded-sm text-primary-content ${sizes[width]}`;
	if (!img) {
		return (
			<span className={look}>
				<Icon name="package" size={width / 3} />
			</span>
		);
	}
	return <Picture src={img} alt="" sizes={`${width}px`} className={look} />;
}
