import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * `shouldRevalidate` for a page whose form may be rejected because its record has changed. By default, React Router does not reload the
 * data after an error.
 */
export const revalidateAfterConflict = ({
	actionStatus,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => actionStatus === 409 || defaultShouldRevalidate;
