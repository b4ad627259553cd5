import { pictureFormAction, readForm, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Field } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { PictureForm, usePictureForm } from "#app/ui/picture-form.tsx";
import { success } from "#contract/messages.ts";
import { productSchema } from "#contract/schemas/products.ts";
import { addProduct } from "#worker/shop/catalogue/edit.ts";
import type { Route } from "./+types/add-products.ts";
import { ProductFields } from "./product-fields.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Add new Product");

/** Makes client navigations call the server, which checks the permission. */
export const loader = () => null;

export const action = pictureFormAction(async (shop, form, { context }) => {
	const product = readForm(form, productSchema);
	await addProduct(shop, product);
	const [path, message] = product.draft
		? ["/dashbord/manageProducts?state=draft", success.draftSaved]
		: ["/dashbord/manageProducts", success.productAdded];
	return redirectWithMessage(context, path, message);
});

export default function AddProducts({ actionData }: Route.ComponentProps) {
	const form = usePictureForm("product", actionData);
	return (
		<Page title="Add new Product" width="text" inDashboard>
			<PictureForm form={form} submit="Add Product">
				<Field label="Name" {...form.getFieldProps("name")} />
				<ProductFields getFieldProps={form.getFieldProps} />
				<label className="flex items-center gap-2">
					<input
						type="checkbox"
						name="draft"
						className="checkbox"
						defaultChecked={actionData?.values.draft === "on"}
					/>
					Save as a draft, which only staff can see until you publish it
				</label>
			</PictureForm>
		</Page>
	);
}
