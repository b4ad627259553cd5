import type { FormErrors } from "#app/lib/form-action.ts";
import { FormLayout, type FormLayoutProps } from "#app/ui/form-layout.tsx";
import type { SchemaName } from "./form-schemas.client.ts";

type Props = FormLayoutProps & { schema: SchemaName; errors: FormErrors | undefined };

/** A form of a document, which a script checks before the browser submits it (watch-checked-form.ts). */
export const CheckedForm = ({ schema, ...props }: Props) => (
	<FormLayout as="form" data-schema={schema} {...props} />
);
