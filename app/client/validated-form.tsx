import type { FormErrors } from "#app/lib/form-action.ts";
import { FormLayout, type FormLayoutProps } from "#app/ui/form-layout.tsx";
import type { SchemaName } from "./form-schemas.client.ts";

type Props = FormLayoutProps & { schema: SchemaName; errors: FormErrors | undefined };

/** A form in a document. A script validates it before the browser submits it (watch-validated-form.ts). */
export const ValidatedForm = ({ schema, ...props }: Props) => (
	<FormLayout as="form" data-schema={schema} {...props} />
);
