import type { FormInput, SchemaName } from "#app/client/form-schemas.client.ts";
import type { FormErrors } from "#app/lib/form-action.ts";

/** The second variant names fields in the rows of a list, such as "priceBreaks.0.price". */
type FieldName<Input> = (keyof Input & string) | `${keyof Input & string}.${number}.${string}`;

/**
 * Returns a function that returns the props of a field.
 * @param errors - the errors that the action returned
 * @param issues - newer errors to show instead
 */
export const createGetFieldProps =
	<Name extends SchemaName>(errors: FormErrors | undefined, issues = errors?.issues) =>
	(name: FieldName<FormInput<Name>>, initial?: string | null) => ({
		name,
		defaultValue: errors?.values[name] ?? initial ?? undefined,
		autoFocus: errors?.issues[0]?.field === name,
		error: issues?.find(({ field }) => field === name)?.message,
	});
