import { type PropsWithChildren, useState } from "react";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

type Props = PropsWithChildren<{ label: string; hint?: string; link: string; autoFocus?: boolean }>;

/**
 * A link with a copy button. Without JavaScript, users select the link in its field.
 * @param children - more buttons, next to the copy button
 */
export function CopyLink({ link, children, ...field }: Props) {
	const [state, setState] = useState<"ready" | "copied" | "failed">("ready");
	const copy = () =>
		navigator.clipboard.writeText(link).then(
			() => setState("copied"),
			() => setState("failed"),
		);
	return (
		<div className="grid gap-2">
			<Field
				{...field}
				readOnly
				value={link}
				onFocus={({ currentTarget: input }) =>
					// Selects backward, so that a field too short for the link shows the link's start.
					input.setSelectionRange(0, link.length, "backward")
				}
				data-1p-ignore
			/>
			<div className="flex flex-wrap items-center gap-3">
				<Button className="noscript:hidden" onClick={copy}>
					Copy
				</Button>
				{children}
				<p role="status">
					{state === "copied" && "Copied"}
					{state === "failed" &&
						"Your browser blocked copying. Select the link and copy it manually."}
				</p>
			</div>
		</div>
	);
}
