import type { ShouldRevalidateFunctionArgs } from "react-router";

/** A `shouldRevalidate` for forms that are rejected when their record has changed: the page then shows the current one. */
export const revalidateOnConflict = ({
	actionStatus,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
	actionStatus === 400 || actionStatus === 409 || defaultShouldRevalidate;
