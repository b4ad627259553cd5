import { redirect } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { readForm, withImage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useValidatedForm } from "#app/lib/use-validated-form.ts";
import { Field } from "#app/ui/field.tsx";
import { PictureForm, useImageUpload } from "#app/ui/image-upload.tsx";
import { Page } from "#app/ui/page.tsx";
import { success } from "#contract/messages.ts";
import { productSchema } from "#contract/schemas/products.ts";
import { addProduct } from "#worker/shop/catalogue/edit.ts";
import type { Route } from "./+types/add-products.ts";
import { ProductFields } from "./product-fields.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Add new Product");

/** Nothing to read: a page with a loader is asked for, and so guarded, on client navigations too. */
export const loader = () => null;

export function action({ request, context }: Route.ActionArgs) {
	const shop = context.get(shopContext);
	return withImage(request, shop, async (form) => {
		await addProduct(shop, await readForm(form, productSchema));
		shop.visitor.flash({ kind: "success", text: success.productAdded });
		return redirect("/dashbord/manageProducts", 303);
	});
}

export { clientAction } from "#app/lib/client-action.ts";

export default function AddProducts({ actionData }: Route.ComponentProps) {
	const { onSubmit, field, setValue, busy, formErrors } = useValidatedForm(
		productSchema,
		actionData,
	);
	const upload = useImageUpload(actionData?.values.img ?? null, (url) => setValue("img", url));
	return (
		<Page title="Add new Product" width="form" nested>
			<PictureForm
				onSubmit={onSubmit}
				busy={busy}
				errors={formErrors}
				upload={upload}
				field={field("img")}
				submit="Add Product"
			>
				<Field label="Name" {...field("name")} />
				<ProductFields field={field} />
			</PictureForm>
		</Page>
	);
}
