import { type ComponentProps, useState } from "react";
import { Field } from "./field.tsx";

type Props = Omit<ComponentProps<typeof Field>, "type"> & { reveal: string };

/** @param reveal the checkbox's words: "see password" or "show password"; hidden where no script runs */
export function PasswordField({ reveal, ...field }: Props) {
	const [shown, setShown] = useState(false);
	return (
		<div className="grid gap-2">
			<Field {...field} type={shown ? "text" : "password"} />
			<label className="needs-script flex items-center gap-2 text-sm">
				<input
					type="checkbox"
					className="checkbox"
					checked={shown}
					onChange={(event) => setShown(event.target.checked)}
				/>
				{reveal}
			</label>
		</div>
	);
}
