import * as v from "valibot";
import { readForm } from "#app/lib/form-action.ts";
import { fieldError } from "#contract/errors.ts";
import { invalid, requiredMessages, success } from "#contract/messages.ts";
import {
	documentKey,
	documentOrderSchema,
	documentTitleSchema,
} from "#contract/schemas/documents.ts";
import { addDocument, removeDocument, reorderDocuments } from "#worker/shop/catalogue/documents.ts";
import type { ShopContext } from "#worker/shop/context.ts";

/** Returns the success message. */
type DocumentAction = (shop: ShopContext, id: string, form: FormData) => Promise<string>;

const removeSchema = v.object({ document: documentKey });

const orderSchema = v.object({
	documents: v.pipe(
		v.string(invalid.documentOrder),
		v.transform((keys) => keys.split(" ")),
		documentOrderSchema.entries.documents,
	),
});

const actions: Record<string, DocumentAction> = {
	async "add-document"(shop, id, form) {
		const { title } = readForm(form, documentTitleSchema);
		const file = form.get("document");
		if (!(file instanceof File)) throw fieldError("document", requiredMessages.document);
		await addDocument(shop, id, { title, file });
		return success.documentAdded;
	},
	async "remove-document"(shop, id, form) {
		await removeDocument(shop, id, readForm(form, removeSchema).document);
		return success.documentRemoved;
	},
	async "order-documents"(shop, id, form) {
		await reorderDocuments(shop, id, readForm(form, orderSchema).documents);
		return success.documentsReordered;
	},
};

export const documentActions: ReadonlyMap<string, DocumentAction> = new Map(
	Object.entries(actions),
);
