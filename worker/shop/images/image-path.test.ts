import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { products, reviews, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { updateProfile } from "../accounts/profile.ts";
import { addProduct } from "../catalogue/edit.ts";
import { addPicture } from "../catalogue/gallery.ts";
import { addReview } from "../reviews/add.ts";
import { toImagePath } from "./store.ts";

const path = "/images/ab12.png";
const url = `https://shop.test${path}`;

test.each([
	[url, path],
	[`https://SHOP.test${path}?v=1#x`, path],
	[path, path],
	[`https://other.test${path}`, `https://other.test${path}`],
	["https://shop.test/pictures/pliers.svg", "https://shop.test/pictures/pliers.svg"],
	["https://shop.test/images/%61.png", "https://shop.test/images/%61.png"],
])("%s is stored as %s", (input, expected) => {
	expect(toImagePath({ origin: "https://shop.test" }, input)).toBe(expected);
});

test("every table stores an uploaded picture by its path", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const [admin, account] = [await localShop.addAccount("admin"), await localShop.addAccount()];
	const shopper = localShop.createContext(account);
	const tool = { name: "Jack", description: "Lifts.", priceCents: 100, quantity: 5, minimum: 1 };
	const id = await addProduct(localShop.createContext(admin), { ...tool, img: url });
	await addPicture(localShop.createContext(admin), id, url);
	await addReview(shopper, { review: "Good.", ratings: "5", img: url });
	await updateProfile(shopper, { img: url, phone: "1" });
	expect(await db.select().from(products)).toMatchObject([{ img: path, gallery: [path] }]);
	expect(await db.select().from(reviews)).toMatchObject([{ img: path }]);
	expect(await db.select().from(users).where(eq(users.id, account.id))).toMatchObject([
		{ img: path },
	]);
});
