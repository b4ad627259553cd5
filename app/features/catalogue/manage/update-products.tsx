import { useState } from "react";
import { Form, redirect } from "react-router";
import { orRefused, readForm, typedIn } from "#app/lib/answer.ts";
import { shopContext } from "#app/lib/context.ts";
import { keepForm } from "#app/lib/keep-form.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useCheckedForm } from "#app/lib/use-checked-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { Page } from "#app/ui/page.tsx";
import { success } from "#contract/messages.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { productEditSchema, productFormSchema } from "#contract/schemas/products.ts";
import { writeSpecification } from "#contract/schemas/specification.ts";
import { requireEditableProduct, updateProduct } from "#worker/shop/catalogue/update.ts";
import type { Route } from "./+types/update-products.ts";
import { changePictures } from "./change-pictures.ts";
import { ProductFields } from "./product-fields.tsx";
import { ProductPictures } from "./product-pictures.tsx";

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
	return orRefused(async () => {
		if (await changePictures(shop, params.productId, form)) {
			return redirect(`/dashbord/updateproducts/${params.productId}`, 303);
		}
		const { edit, form: sent } = await readForm(form, productFormSchema);
		await updateProduct(shop, params.productId, edit, sent);
		shop.visitor.flash({ kind: "success", text: success.productUpdated });
		return redirect("/dashbord/manageProducts", 303);
	}, typedIn(form));
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args);

function UpdateForm({ loaderData, actionData }: Omit<Route.ComponentProps, "params">) {
	const [ofProduct, ofPictures] = actionData?.typed.task
		? [undefined, actionData]
		: [actionData, undefined];
	const { onSubmit, field, busy, problem } = useCheckedForm(productEditSchema, ofProduct);
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
				<FormError refused={problem} />
				<Button type="submit" look="primary" busy={busy}>
					Update Product
				</Button>
			</Form>
			<ProductPictures pictures={loaderData.gallery} refused={ofPictures} />
		</Page>
	);
}

/** From one product to the next is the same route: without the key the form would keep what belongs to the first. */
export default function UpdateProducts({ params, ...page }: Route.ComponentProps) {
	return <UpdateForm key={params.productId} {...page} />;
}
