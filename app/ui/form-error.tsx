import type { Refused } from "#app/lib/answer.ts";

/** Why a form was refused, where no field of it is to blame: red and small (specification.md §8). */
export function FormError({ refused }: { refused: Refused | undefined }) {
	if (!refused || refused.issues.length > 0) return null;
	return (
		<p role="alert" className="field-error">
			{refused.message}
		</p>
	);
}
