import type { FormErrors } from "#app/lib/form-action.ts";
import { FormLayout, type FormLayoutProps } from "#app/ui/form-layout.tsx";
import type { SchemaName } from "./form-schemas.client.ts";

type Props = FormLayoutProps & { schema: SchemaName; errors: FormErrors | undefined };

/** A form in a document. A script checks it before the browser submits it (watch-checked-form.ts). */
export const CheckedForm = ({ schema, ...props }: Props) => (
	<FormLayout as="form" data-schema={schema} {...props} />
);
