import { useState } from "react";
import { Link, useLocation } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import {
	type FormErrors,
	formAction,
	readForm,
	redirectWithMessage,
} from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { errorAt, Field, FormError, ReadOnlyField, SelectField } from "#app/ui/field.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { useValidatedForm, ValidatedForm } from "#app/ui/validated-form.tsx";
import { fieldError } from "#contract/errors.ts";
import {
	formatFileSize,
	galleryMax,
	imageMaxBytes,
	imageTypes,
	textLength,
} from "#contract/limits.ts";
import { requiredMessages, success } from "#contract/messages.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { image } from "#contract/schemas/fields.ts";
import { productFormSchema } from "#contract/schemas/product-form.ts";
import { formatSpecification } from "#contract/schemas/specification.ts";
import { editReasons, stockReasons } from "#contract/stock.ts";
import { listDocuments } from "#worker/shop/catalogue/documents.ts";
import { requireEditableProduct, updateProduct } from "#worker/shop/catalogue/edit.ts";
import { addPicture, removePicture, requireGalleryRoom } from "#worker/shop/catalogue/gallery.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { storeImage } from "#worker/shop/images/store.ts";
import type { Route } from "./+types/update-products.ts";
import { documentActions } from "./document-actions.ts";
import { ProductDocuments } from "./product-documents.tsx";
import { ProductFields } from "./product-fields.tsx";

export { revalidateAfterConflict as shouldRevalidate } from "#app/lib/revalidate-after-conflict.ts";

const removeSchema = v.object({ picture: image });

type ProductAction = (
	shop: ShopContext,
	id: string,
	form: FormData,
) => Promise<[path: string, message: string]>;

const addPictures: ProductAction = async (shop, id, form) => {
	const uploads = form.getAll("pictures").filter((entry) => entry instanceof File);
	const files = uploads.filter(({ size }) => size > 0);
	if (files.length === 0) throw fieldError("pictures", requiredMessages.image);
	await requireGalleryRoom(shop, id, files.length);
	for (const file of files) await addPicture(shop, id, await storeImage(shop, file));
	return [`/dashbord/updateproducts/${id}`, success.picturesAdded];
};

const removeGalleryPicture: ProductAction = async (shop, id, form) => {
	const { picture } = readForm(form, removeSchema);
	await removePicture(shop, id, picture);
	return [`/dashbord/updateproducts/${id}`, success.pictureRemoved];
};

const updateDetails: ProductAction = async (shop, id, form) => {
	const { edit, form: formState } = readForm(form, productFormSchema);
	await updateProduct(shop, id, edit, formState);
	return ["/dashbord/manageProducts", success.productUpdated];
};

const pictureActions = new Map([
	["add-pictures", addPictures],
	["remove-picture", removeGalleryPicture],
]);

export const meta: Route.MetaFunction = () => pageMeta("Update Product");

export async function loader({ context, params }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const [product, documents] = await Promise.all([
		requireEditableProduct(shop, params.productId),
		listDocuments(shop, params.productId),
	]);
	return {
		id: product.id,
		name: product.name,
		idempotencyKey: crypto.randomUUID(),
		editKey: product.editKey ?? "",
		initial: {
			partNumber: product.partNumber ?? "",
			decreption: product.description,
			price: dollarsFromCents(product.priceCents).toFixed(2),
			quantity: String(product.quantity),
			minimum: String(product.minimum),
			orderMultiple: String(product.orderMultiple),
			category: product.category,
			specification: formatSpecification(product.specification),
		},
		priceBreaks: product.priceBreaks,
		gallery: product.gallery,
		documents,
	};
}

/** The page keeps the query of the table that it was opened from, so that saving returns to the same rows. */
export const action = formAction(async (shop, form, { context, params, url }: Route.ActionArgs) => {
	const task = String(form.get("task"));
	const documentAction = documentActions.get(task);
	if (documentAction) {
		const message = await documentAction(shop, params.productId, form);
		return redirectWithMessage(context, url.pathname + url.search, message);
	}
	const productAction = pictureActions.get(task) ?? updateDetails;
	const [path, message] = await productAction(shop, params.productId, form);
	return redirectWithMessage(context, path + url.search, message);
});

type PicturesProps = { pictures: readonly string[]; errors: FormErrors | undefined };

const GalleryItem = ({ src, index }: { src: string; index: number }) => (
	<li className="grid gap-2">
		<Picture
			src={src}
			alt={`Picture ${index + 1}`}
			sizes="200px"
			className="picture-box rounded-md"
		/>
		<PostForm preventScrollReset>
			<input type="hidden" name="task" value="remove-picture" />
			<input type="hidden" name="picture" value={src} />
			<Button type="submit" size="sm" variant="danger" aria-label={`Remove picture ${index + 1}`}>
				Remove
			</Button>
		</PostForm>
	</li>
);

function ProductPictures({ pictures, errors }: PicturesProps) {
	const error = errorAt(errors, "pictures");
	return (
		<Section
			id="pictures"
			title="More pictures"
			isLarge
			className="stack border-t border-base-300 pt-6"
		>
			{pictures.length > 0 && (
				<ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
					{pictures.map((src, index) => (
						<GalleryItem key={src} src={src} index={index} />
					))}
				</ul>
			)}
			<PostForm encType="multipart/form-data" className="stack" preventScrollReset>
				<input type="hidden" name="task" value="add-pictures" />
				<Field
					key={pictures.length}
					label="Add pictures"
					name="pictures"
					type="file"
					accept={imageTypes.join(",")}
					hint={`Up to ${galleryMax} pictures, ${formatFileSize(imageMaxBytes)} per upload`}
					error={error}
					multiple
				/>
				{errors && !error && <FormError errors={errors} />}
				<Button type="submit">Upload</Button>
			</PostForm>
		</Section>
	);
}

type ReasonProps = { productId: string; values: FormErrors["values"] | undefined };

const StockReason = ({ productId, values = {} }: ReasonProps) => (
	<fieldset className="grid gap-5 sm:grid-cols-2">
		<legend className="mb-2 flex w-full flex-wrap justify-between gap-x-4">
			<span className="font-semibold">If the quantity changes</span>
			<Link to={`/dashbord/stock/${productId}`} className="link text-sm">
				Stock history
			</Link>
		</legend>
		<SelectField label="Reason" name="reason" defaultValue={values.reason}>
			{editReasons.map((reason) => (
				<option key={reason} value={reason}>
					{stockReasons[reason]}
				</option>
			))}
		</SelectField>
		<Field
			label="Note"
			name="note"
			hint="Optional, for the stock history"
			maxLength={textLength.stockNote}
			autoComplete="off"
			defaultValue={values.note}
		/>
	</fieldset>
);

function UpdateForm({ loaderData, actionData }: Omit<Route.ComponentProps, "params">) {
	const task = actionData?.values.task;
	const isDocumentsError = task?.endsWith("-document") || task === "order-documents";
	const productErrors = task === undefined ? actionData : undefined;
	const form = useValidatedForm("product-update", productErrors);
	const { search } = useLocation();
	const [initialData] = useState(loaderData);
	const { editKey, idempotencyKey, initial } = productErrors ? loaderData : initialData;
	const currentState = { editKey, idempotencyKey, shownStock: initial.quantity };
	// After a conflict, the error message names the current stock, and the next attempt starts from the product's current data. After any
	// other error, changes that someone else has made since the form was opened still have to be reported as a conflict.
	const isConflict = productErrors?.code === "stock_changed";
	const formState = { ...currentState, ...(!isConflict && productErrors?.values) };
	return (
		<Page
			title="Update Product"
			width="text"
			back={{ to: `/dashbord/manageProducts${search}`, label: "Manage Products" }}
			inDashboard
		>
			<ValidatedForm form={form} submit="Update Product">
				<ReadOnlyField label="Name" value={loaderData.name} />
				<input type="hidden" name="shownStock" value={formState.shownStock} />
				<input type="hidden" name="editKey" value={formState.editKey} />
				<input type="hidden" name="idempotencyKey" value={formState.idempotencyKey} />
				<ProductFields
					getFieldProps={form.getFieldProps}
					initial={loaderData.initial}
					priceBreaks={loaderData.priceBreaks}
				/>
				<StockReason productId={loaderData.id} values={productErrors?.values} />
			</ValidatedForm>
			<ProductPictures
				pictures={loaderData.gallery}
				errors={task !== undefined && !isDocumentsError ? actionData : undefined}
			/>
			<ProductDocuments
				documents={loaderData.documents}
				errors={isDocumentsError ? actionData : undefined}
			/>
		</Page>
	);
}

/** The key resets the form when the admin navigates to another product, because React Router keeps the route's components mounted. */
export default function UpdateProducts({ params, ...props }: Route.ComponentProps) {
	return <UpdateForm key={params.productId} {...props} />;
}
