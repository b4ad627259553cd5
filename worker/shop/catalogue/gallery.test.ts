import { expect, onTestFinished, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { galleryMax } from "#contract/limits.ts";
import { auditLog, productPictures } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { deleteProduct } from "./edit.ts";
import { addPicture, removePicture, requireGalleryRoom } from "./gallery.ts";
import { requireProduct } from "./read.ts";

const getPicturePath = (number: number) => `/images/${String(number).padStart(64, "0")}.png`;

async function createGalleryFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const id = await localShop.addProduct(10);
	const admin = localShop.createContext(await localShop.addAccount("admin"));
	const readGallery = async () => (await requireProduct(admin, id)).gallery;
	return { ...localShop, id, admin, readGallery };
}

test("adds each picture once, at the end, and removes single pictures", async () => {
	const { admin, id, readGallery, addProduct } = await createGalleryFixture();
	const other = await addProduct(1);
	for (const number of [1, 2, 3, 1]) await addPicture(admin, id, getPicturePath(number));
	await addPicture(admin, other, getPicturePath(1));
	expect(await readGallery()).toEqual([getPicturePath(1), getPicturePath(2), getPicturePath(3)]);
	await removePicture(admin, id, getPicturePath(2));
	await expect(removePicture(admin, id, getPicturePath(2))).rejects.toMatchObject({
		status: 404,
		message: errors.image_not_found.message,
	});
	expect(await readGallery()).toEqual([getPicturePath(1), getPicturePath(3)]);
	const entries = await admin.db.select({ detail: auditLog.detail }).from(auditLog);
	expect(entries.map(({ detail }) => detail).sort()).toEqual([
		...Array(4).fill("Picture added"),
		"Picture removed",
	]);
	const rows = await admin.db.select().from(productPictures);
	expect(rows.map(({ img, productId }) => `${productId} ${img}`).sort()).toEqual(
		[
			`${id} ${getPicturePath(1)}`,
			`${id} ${getPicturePath(3)}`,
			`${other} ${getPicturePath(1)}`,
		].sort(),
	);
});

test("a gallery cannot exceed its limit, even if another admin adds pictures meanwhile", async () => {
	const { admin, id, readGallery } = await createGalleryFixture();
	const pictures = Array.from({ length: galleryMax }, (_, index) => getPicturePath(index));
	await expect(requireGalleryRoom(admin, id, galleryMax + 1)).rejects.toMatchObject({
		issues: [{ field: "pictures" }],
	});
	for (const url of pictures) await addPicture(admin, id, url);
	await expect(addPicture(admin, id, getPicturePath(99))).rejects.toMatchObject({ status: 400 });
	expect(await readGallery()).toEqual(pictures);
	expect(await admin.db.$count(auditLog), "an entry for each picture").toBe(pictures.length);
});

test("only admins can change pictures, and only of products that are not deleted", async () => {
	const { admin, id, anonymousContext, createContext, addAccount } = await createGalleryFixture();
	const shopper = createContext(await addAccount());
	for (const changeGallery of [
		(shop: typeof admin) => addPicture(shop, id, getPicturePath(1)),
		(shop: typeof admin) => removePicture(shop, id, getPicturePath(1)),
	]) {
		await expect(changeGallery(anonymousContext)).rejects.toMatchObject({ status: 401 });
		await expect(changeGallery(shopper)).rejects.toMatchObject({ status: 403 });
	}
	await deleteProduct(admin, id);
	await expect(addPicture(admin, id, getPicturePath(1))).rejects.toMatchObject({ status: 404 });
	await expect(removePicture(admin, id, getPicturePath(1))).rejects.toMatchObject({ status: 404 });
});
