import { expect, onTestFinished, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { galleryMax } from "#contract/limits.ts";
import { auditLog, productPictures } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { deleteProduct } from "./edit.ts";
import { addPicture, removePicture, requireGalleryRoom } from "./gallery.ts";
import { requireProduct } from "./read.ts";

const getPicturePath = (number: number) => `/images/${String(number).padStart(64, "0")}.png`;

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const id = await localShop.addProduct(10);
	const adminContext = localShop.createContext(await localShop.addAccount("admin"));
	const readGallery = async () => (await requireProduct(adminContext, id)).gallery;
	return { ...localShop, id, adminContext, readGallery };
}

test("adds each picture once, at the end, and removes only the given picture", async () => {
	const { adminContext, id, readGallery, addProduct } = await createFixture();
	const otherProductId = await addProduct(1);
	for (const number of [1, 2, 3, 1]) await addPicture(adminContext, id, getPicturePath(number));
	await addPicture(adminContext, otherProductId, getPicturePath(1));
	expect(await readGallery()).toEqual([getPicturePath(1), getPicturePath(2), getPicturePath(3)]);
	await removePicture(adminContext, id, getPicturePath(2));
	await expect(removePicture(adminContext, id, getPicturePath(2))).rejects.toMatchObject({
		status: 404,
		message: errors.image_not_found.message,
	});
	expect(await readGallery()).toEqual([getPicturePath(1), getPicturePath(3)]);
	const entries = await adminContext.db.select({ detail: auditLog.detail }).from(auditLog);
	expect(entries.map(({ detail }) => detail).sort()).toEqual([
		...Array(4).fill("Picture added"),
		`Picture removed: ${getPicturePath(2)}`,
	]);
	const rows = await adminContext.db.select().from(productPictures);
	expect(rows.map(({ img, productId }) => `${productId} ${img}`).sort()).toEqual(
		[
			`${id} ${getPicturePath(1)}`,
			`${id} ${getPicturePath(3)}`,
			`${otherProductId} ${getPicturePath(1)}`,
		].sort(),
	);
});

test("a gallery cannot exceed its limit, even if another admin adds pictures in the meantime", async () => {
	const { adminContext, id, readGallery } = await createFixture();
	const pictures = Array.from({ length: galleryMax }, (_, index) => getPicturePath(index));
	await expect(requireGalleryRoom(adminContext, id, galleryMax + 1)).rejects.toMatchObject({
		issues: [{ field: "pictures" }],
	});
	for (const url of pictures) await addPicture(adminContext, id, url);
	await expect(addPicture(adminContext, id, getPicturePath(99))).rejects.toMatchObject({
		status: 400,
	});
	expect(await readGallery()).toEqual(pictures);
	expect(await adminContext.db.$count(auditLog), "an entry for each picture").toBe(pictures.length);
});

test("only admins can change a gallery, and nobody can once its product is deleted", async () => {
	const { adminContext, id, anonymousContext, createContext, addAccount } = await createFixture();
	const shopperContext = createContext(await addAccount());
	for (const changeGallery of [
		(context: typeof adminContext) => addPicture(context, id, getPicturePath(1)),
		(context: typeof adminContext) => removePicture(context, id, getPicturePath(1)),
	]) {
		await expect(changeGallery(anonymousContext)).rejects.toMatchObject({ status: 401 });
		await expect(changeGallery(shopperContext)).rejects.toMatchObject({ status: 403 });
	}
	await deleteProduct(adminContext, id);
	await expect(addPicture(adminContext, id, getPicturePath(1))).rejects.toMatchObject({
		status: 404,
	});
	await expect(removePicture(adminContext, id, getPicturePath(1))).rejects.toMatchObject({
		status: 404,
	});
});
