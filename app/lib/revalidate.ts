import type { ShouldRevalidateFunctionArgs } from "react-router";

/** `shouldRevalidate` of forms that are refused when their record has changed: the page then shows it as it is now. */
export const revalidateWhenRefused = ({
	actionStatus,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
	actionStatus === 400 || actionStatus === 409 || defaultShouldRevalidate;
