import { LinkButton } from "#app/ui/button.tsx";
import { GoogleMark } from "./google-mark.tsx";

/** @param from path to come back to */
export function ContinueWithGoogle({ from }: { from: string }) {
	return (
		<>
			<p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-base-300 after:h-px after:grow after:bg-base-300">
				or
			</p>
			<LinkButton to={`/auth/google?${new URLSearchParams({ from })}`} reloadDocument>
				<GoogleMark />
				Continue with Google
			</LinkButton>
		</>
	);
}
