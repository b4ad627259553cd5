import { redirect } from "react-router";
import { readForm } from "#app/answer.ts";
import { Page } from "#app/components/page.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { shopContext } from "#app/context.ts";
import { useImageUpload } from "#app/islands/image-upload.tsx";
import { keepForm } from "#app/keep-form.ts";
import { pageMeta } from "#app/page-meta.ts";
import { useCheckedForm } from "#app/use-checked-form.ts";
import { success } from "#contract/messages.ts";
import { productSchema } from "#contract/schemas/products.ts";
import { addProduct } from "#worker/shop/catalogue/add.ts";
import type { Route } from "./+types/add-products.ts";
import { PictureForm } from "./picture-form.tsx";
import { ProductFields } from "./product-fields.tsx";
import { withPicture } from "./with-picture.ts";

export const meta: Route.MetaFunction = () => pageMeta("Add new Product");

/** Nothing to read: a page with a loader is asked for, and so guarded, on client navigations too. */
export const loader = () => null;

export function action({ request, context }: Route.ActionArgs) {
	const shop = context.get(shopContext);
	return withPicture(request, shop, async (form) => {
		await addProduct(shop, await readForm(form, productSchema));
		shop.visitor.flash({ kind: "success", text: success.productAdded });
		return redirect("/dashbord/manageProducts", 303);
	});
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args);

export default function AddProducts({ actionData }: Route.ComponentProps) {
	const { onSubmit, field, put, busy, problem } = useCheckedForm(productSchema, actionData);
	const upload = useImageUpload(actionData?.typed.img ?? null, (url) => put("img", url));
	return (
		<Page title="Add new Product" width="form" nested>
			<PictureForm
				onSubmit={onSubmit}
				busy={busy}
				refused={problem}
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
