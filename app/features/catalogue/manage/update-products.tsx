import { useState } from "react";
import { Form, redirect } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { readForm, submittedValues, withFormErrors } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useValidatedForm } from "#app/lib/use-validated-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, FormError } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { fieldError } from "#contract/errors.ts";
import { required, success } from "#contract/messages.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { image } from "#contract/schemas/fields.ts";
import { productEditSchema, productFormSchema } from "#contract/schemas/products.ts";
import { writeSpecification } from "#contract/schemas/specification.ts";
import { requireEditableProduct, updateProduct } from "#worker/shop/catalogue/edit.ts";
import { addPicture, removePicture, requireRoom } from "#worker/shop/catalogue/gallery.ts";
import type { Shop } from "#worker/shop/context.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import type { Route } from "./+types/update-products.ts";
import { ProductFields } from "./product-fields.tsx";
import { ProductPictures } from "./product-pictures.tsx";

const removal = v.object({ picture: image });

const filesIn = (form: FormData): File[] =>
	form
		.getAll("pictures")
		.flatMap((file) => (typeof file !== "string" && file.size > 0 ? file : []));

async function addFrom(shop: Shop, id: string, form: FormData): Promise<void> {
	const files = filesIn(form);
	if (files.length === 0) throw fieldError("pictures", required.image);
	await requireRoom(shop, id, files.length);
	for (const file of files) await addPicture(shop, id, await storeImage(shop, file));
	shop.visitor.flash({ kind: "success", text: success.picturesAdded });
}

/**
 * What the forms of `ProductPictures` ask for.
 * @returns whether this form was one of them; otherwise nothing was done
 * @throws ShopError as storing and changing do
 */
async function changePictures(shop: Shop, id: string, form: FormData): Promise<boolean> {
	const task = form.get("task");
	if (task === "add-pictures") {
		await addFrom(shop, id, form);
		return true;
	}
	if (task !== "remove-picture") return false;
	const { picture } = await readForm(form, removal);
	await removePicture(shop, id, picture);
	shop.visitor.flash({ kind: "success", text: success.pictureRemoved });
	return true;
}

export const meta: Route.MetaFunction = () => pageMeta("Update Product");

export async function loader({ context, params }: Route.LoaderArgs) {
	const product = await requireEditableProduct(context.get(shopContext), params.productId);
	return {
		name: product.name,
		idempotencyKey: crypto.randomUUID(),
		editKey: product.editKey ?? "",
		initial: {
			decreption: product.description,
			price: dollarsFromCents(product.priceCents).toFixed(2),
			quantity: String(product.quantity),
			minimum: String(product.minimum),
			category: product.category,
			specification: writeSpecification(product.specification),
		},
		gallery: product.gallery,
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const shop = context.get(shopContext);
	const form = await request.formData();
	return withFormErrors(async () => {
		if (await changePictures(shop, params.productId, form)) {
			return redirect(`/dashbord/updateproducts/${params.productId}`, 303);
		}
		const { edit, form: sent } = await readForm(form, productFormSchema);
		await updateProduct(shop, params.productId, edit, sent);
		shop.visitor.flash({ kind: "success", text: success.productUpdated });
		return redirect("/dashbord/manageProducts", 303);
	}, submittedValues(form));
}

export { clientAction } from "#app/lib/client-action.ts";

function UpdateForm({ loaderData, actionData }: Omit<Route.ComponentProps, "params">) {
	const [ofProduct, ofPictures] = actionData?.values.task
		? [undefined, actionData]
		: [actionData, undefined];
	const { onSubmit, field, busy, formErrors } = useValidatedForm(productEditSchema, ofProduct);
	const [opened] = useState(loaderData);
	// After a refusal the form is checked against the product as it is now, which the refusal has described.
	const seen = ofProduct ? loaderData : opened;
	return (
		<Page
			title="Update Product"
			width="form"
			back={{ to: "/dashbord/manageProducts", label: "Manage Products" }}
			nested
		>
			<Form method="post" noValidate onSubmit={onSubmit} className="stack">
				<Field label="Name" value={loaderData.name} readOnly />
				<input type="hidden" name="seen" value={seen.initial.quantity} />
				<input type="hidden" name="editKey" value={seen.editKey} />
				<input type="hidden" name="idempotencyKey" value={seen.idempotencyKey} />
				<ProductFields field={field} initial={loaderData.initial} />
				<FormError errors={formErrors} />
				<Button type="submit" look="primary" busy={busy}>
					Update Product
				</Button>
			</Form>
			<ProductPictures pictures={loaderData.gallery} errors={ofPictures} />
		</Page>
	);
}

/** From one product to the next is the same route: without the key the form would keep what belongs to the first. */
export default function UpdateProducts({ params, ...page }: Route.ComponentProps) {
	return <UpdateForm key={params.productId} {...page} />;
}
