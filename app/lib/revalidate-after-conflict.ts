import type { ShouldRevalidateFunctionArgs } from "react-router";

/** The `shouldRevalidate` of a page whose form may be rejected because its record has changed: React Router reads no data after an error. */
export const revalidateAfterConflict = ({
	actionStatus,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => actionStatus === 409 || defaultShouldRevalidate;
