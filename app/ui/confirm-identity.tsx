import type { FormErrors, IdentityCheck } from "#app/lib/form-action.ts";
import { Button } from "./button.tsx";
import { ConfirmIdentityField } from "./field.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import { PostForm } from "./post-form.tsx";

type Props = { message: string; values: FormErrors["values"]; identityCheck: IdentityCheck };

/** Asks users to confirm their identity for a row's action, because the dialog with the action's form has closed. */
export const ConfirmIdentityForm = ({ message, values, identityCheck }: Props) => (
	<section className="alert alert-info" aria-label="Confirm that it is you">
		<PostForm preventScrollReset className="stack max-w-md">
			<p className="font-semibold">{message}</p>
			<HiddenFields fields={Object.entries(values)} />
			<ConfirmIdentityField {...identityCheck} />
			<div>
				<Button type="submit" variant="primary">
					Continue
				</Button>
			</div>
		</PostForm>
	</section>
);
