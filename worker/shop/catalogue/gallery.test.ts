import { expect, onTestFinished, test } from "vitest";
import { galleryMax } from "#contract/limits.ts";
import { auditLog, productPictures } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { deleteProduct } from "./edit.ts";
import { addPicture, removePicture, requireGalleryRoom } from "./gallery.ts";
import { requireProduct } from "./read.ts";

const picture = (number: number) => `/images/${String(number).padStart(64, "0")}.png`;

async function createGalleryFixture() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const id = await local.addProduct(10);
	const admin = local.createShopFor(await local.addAccount("admin"));
	const gallery = async () => (await requireProduct(admin, id)).gallery;
	return { ...local, id, admin, gallery };
}

test("new pictures are added at the end, each once, and removed one by one", async () => {
	const { admin, id, gallery, addProduct } = await createGalleryFixture();
	const other = await addProduct(1);
	for (const number of [1, 2, 3, 1]) await addPicture(admin, id, picture(number));
	await addPicture(admin, other, picture(1));
	expect(await gallery()).toEqual([picture(1), picture(2), picture(3)]);
	await removePicture(admin, id, picture(2));
	await expect(removePicture(admin, id, picture(2))).rejects.toMatchObject({
		status: 404,
		message: "This picture has already been removed",
	});
	expect(await gallery()).toEqual([picture(1), picture(3)]);
	const lines = await admin.db.select({ detail: auditLog.detail }).from(auditLog);
	expect(lines.map(({ detail }) => detail).sort()).toEqual([
		...Array(4).fill("Picture added"),
		"Picture removed",
	]);
	const kept = await admin.db.select().from(productPictures);
	expect(kept.map(({ img, productId }) => `${productId} ${img}`).sort()).toEqual(
		[`${id} ${picture(1)}`, `${id} ${picture(3)}`, `${other} ${picture(1)}`].sort(),
	);
});

test("the limit of pictures holds even when another admin adds some", async () => {
	const { admin, id, gallery } = await createGalleryFixture();
	const most = Array.from({ length: galleryMax }, (_, index) => picture(index));
	await expect(requireGalleryRoom(admin, id, galleryMax + 1)).rejects.toMatchObject({
		issues: [{ field: "pictures" }],
	});
	for (const url of most) await addPicture(admin, id, url);
	await expect(addPicture(admin, id, picture(99))).rejects.toMatchObject({ status: 400 });
	expect(await gallery()).toEqual(most);
	expect(await admin.db.$count(auditLog), "entries of what was added").toBe(most.length);
});

test("only an admin changes pictures, and only of a tool that is sold", async () => {
	const { admin, id, anonymous, createShopFor, addAccount } = await createGalleryFixture();
	const shopper = createShopFor(await addAccount());
	for (const change of [
		(shop: typeof admin) => addPicture(shop, id, picture(1)),
		(shop: typeof admin) => removePicture(shop, id, picture(1)),
	]) {
		await expect(change(anonymous)).rejects.toMatchObject({ status: 401 });
		await expect(change(shopper)).rejects.toMatchObject({ status: 403 });
	}
	await deleteProduct(admin, id);
	await expect(addPicture(admin, id, picture(1))).rejects.toMatchObject({ status: 404 });
	await expect(removePicture(admin, id, picture(1))).rejects.toMatchObject({ status: 404 });
});
