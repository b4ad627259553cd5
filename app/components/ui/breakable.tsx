import { Fragment } from "react";

/** A long word such as an email: where it does not fit, it breaks behind "@", "." or "_", never inside a name. */
export const Breakable = ({ text }: { text: string }) =>
	text.split(/(?<=[@._])/).map((part, index) => (
		<Fragment key={index}>
			{index > 0 && <wbr />}
			{part}
		</Fragment>
	));
