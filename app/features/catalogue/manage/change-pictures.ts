import * as v from "valibot";
import { readForm } from "#app/lib/answer.ts";
import { fieldError } from "#contract/errors.ts";
import { required, success } from "#contract/messages.ts";
import { image } from "#contract/schemas/fields.ts";
import { addPicture, removePicture, requireRoom } from "#worker/shop/catalogue/gallery.ts";
import type { Shop } from "#worker/shop/context.ts";
import { storeImage } from "#worker/shop/images/store.ts";

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
export async function changePictures(shop: Shop, id: string, form: FormData): Promise<boolean> {
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
