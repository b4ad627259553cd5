import type { ShouldRevalidateFunctionArgs } from "react-router";

/** For `shouldRevalidate`: a form that was refused for what its record is by now, not as the page shows it, shows that. */
export const revalidateWhenRefused = ({
	actionStatus,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
	actionStatus === 400 || actionStatus === 409 || defaultShouldRevalidate;
