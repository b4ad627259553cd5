import { redirect } from "react-router";
import { readForm } from "#app/lib/answer.ts";
import { shopContext } from "#app/lib/context.ts";
import { keepForm } from "#app/lib/keep-form.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useCheckedForm } from "#app/lib/use-checked-form.ts";
import { withPicture } from "#app/lib/with-picture.ts";
import { Field } from "#app/ui/field.tsx";
import { useImageUpload } from "#app/ui/image-upload.tsx";
import { Page } from "#app/ui/page.tsx";
import { PictureForm } from "#app/ui/picture-form.tsx";
import { success } from "#contract/messages.ts";
import { productSchema } from "#contract/schemas/products.ts";
import { addProduct } from "#worker/shop/catalogue/add.ts";
import type { Route } from "./+types/add-products.ts";
import { ProductFields } from "./product-fields.tsx";

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
