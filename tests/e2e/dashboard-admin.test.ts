import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { products, reviews, sessions, users } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { anotherPicture, smallPicture } from "../support/pictures.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => Promise.all([browser.close(), shop.stop()]));

const openAsAdmin = async (path: string) => {
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto(path);
	return page;
};

test("an admin adds a product with its picture", async () => {
	const page = await openAsAdmin("/dashbord/addproducts");
	const name = `Puller ${createId()}`;
	await page.getByLabel("Name").fill(name);
	await page.getByLabel("Short description").fill("Pulls.");
	await page.getByLabel("Price").fill("12.5");
	await page.getByLabel("Quantity in stock").fill("40");
	await page.getByLabel("Minimum order quantity").fill("4");
	await page.getByLabel("Image").setInputFiles(smallPicture);
	await page.locator("img[src^='/images/']").waitFor();
	await page.getByRole("button", { name: "Add Product" }).click();
	await page.getByText("Product added successfully").waitFor();
	await page.getByRole("row", { name }).getByText("$12.50").waitFor();
	const row = await shop.db.select().from(products).where(eq(products.name, name)).get();
	expect(row).toMatchObject({ priceCents: 1_250, quantity: 40, minimum: 4, description: "Pulls." });
	expect((await shop.fetch(String(row?.img))).headers.get("Content-Type")).toBe("image/png");
});

test("each empty field of a new product is named", async () => {
	const page = await openAsAdmin("/dashbord/addproducts");
	await page.getByRole("button", { name: "Add Product" }).click();
	for (const message of ["Name", "decreption", "price", "Quantity", "Minimum", "Image"]) {
		await page.getByText(`${message} is Required`, { exact: true }).waitFor();
	}
});

test("an admin changes a product, but not its name", async () => {
	const product = await createProduct(shop);
	const page = await openAsAdmin("/dashbord/manageProducts");
	const row = page.getByRole("row", { name: product.name });
	await row.getByRole("link", { name: "Update Product" }).click();
	await page.getByRole("heading", { name: "Update Product" }).waitFor();
	expect(await page.getByLabel("Name").inputValue()).toBe(product.name);
	expect(await page.getByLabel("Name").getAttribute("readonly")).not.toBeNull();
	expect(await page.getByLabel("Price").inputValue()).toBe("12.50");
	await page.getByLabel("Price").fill("1.999");
	await page.getByRole("button", { name: "Update Product" }).click();
	await page.getByText("at most two decimals").waitFor();
	await page.getByLabel("Price").fill("1.99");
	await page.getByRole("button", { name: "Update Product" }).click();
	await page.getByText("Product Updated").waitFor();
	await row.getByText("$1.99").waitFor();
});

test("from one product's form back to another's nothing of the one is in the other", async () => {
	const [first, second] = [
		await createProduct(shop, { quantity: 40 }),
		await createProduct(shop, { quantity: 100 }),
	];
	const page = await openAsAdmin("/dashbord/manageProducts");
	for (const { name } of [first, second]) {
		await page.getByRole("link", { name: "Manage Products" }).first().click();
		const row = page.getByRole("row", { name });
		await row.getByRole("link", { name: "Update Product" }).click();
		await page.getByRole("heading", { name: "Update Product" }).waitFor();
		await expect.poll(() => page.getByLabel("Name").inputValue()).toBe(name);
	}
	await page.getByLabel("Short description").fill("Typed for the second.");
	await page.evaluate(() => history.go(-2));
	await expect.poll(() => page.getByLabel("Name").inputValue()).toBe(first.name);
	expect(await page.getByLabel("Short description").inputValue()).toBe(first.description);
	await page.getByLabel("Quantity in stock").fill("50");
	await page.getByRole("button", { name: "Update Product" }).click();
	await page.getByText("Product Updated").waitFor();
	const row = await shop.db.select().from(products).where(eq(products.id, first.id)).get();
	expect(row?.quantity).toBe(50);
});

test("an admin adds two pictures to a product and takes one away", async () => {
	const { id } = await createProduct(shop);
	const page = await openAsAdmin(`/dashbord/updateproducts/${id}`);
	await page.getByLabel("Add pictures").setInputFiles([smallPicture, anotherPicture]);
	await page.getByRole("button", { name: "Upload" }).click();
	await page.getByRole("img", { name: "Picture 2" }).waitFor();
	await page.getByRole("button", { name: "Remove picture 1" }).click();
	await page.getByRole("img", { name: "Picture 2" }).waitFor({ state: "detached" });
	const row = await shop.db.select().from(products).where(eq(products.id, id)).get();
	expect(row?.gallery).toHaveLength(1);
	expect((await shop.fetch(String(row?.gallery[0]))).headers.get("Content-Type")).toBe("image/png");
});

test("an admin deletes a product after being asked", async () => {
	const { id, name } = await createProduct(shop);
	const page = await openAsAdmin("/dashbord/manageProducts");
	const row = page.getByRole("row", { name });
	await row.getByRole("button", { name: "Delete" }).click();
	const dialog = page.getByRole("dialog", { name: "are you sure ? you want to delete ?" });
	await dialog.getByText(name).waitFor();
	await dialog.getByRole("button", { name: "Delete" }).click();
	await page.getByText("product deletes success fully").waitFor();
	expect(await row.count()).toBe(0);
	const hidden = await shop.db.select().from(products).where(eq(products.id, id)).get();
	expect(hidden?.deletedAt).not.toBeNull();
});

test("an admin makes another, who has to sign in anew", async () => {
	const { id, email } = await createAccount(shop);
	const page = await openAsAdmin("/dashbord/makeAdmin");
	const row = page.getByRole("row", { name: email });
	await row.getByRole("button", { name: "make Admin" }).click();
	const dialog = page.getByRole("dialog", { name: "Make this user an admin?" });
	await dialog.getByText(email).waitFor();
	const before = await shop.db.select().from(users).where(eq(users.id, id)).get();
	expect(before?.role).toBe("shopper");
	await dialog.getByRole("button", { name: "make Admin" }).click();
	await page.getByText("successfully made an admin").waitFor();
	await row.getByText("admin", { exact: true }).waitFor();
	expect(await row.getByRole("button", { name: "make Admin" }).count()).toBe(0);
	expect(await shop.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
});

test("the question before making an admin says where nobody has verified the email", async () => {
	const page = await openAsAdmin("/dashbord/makeAdmin");
	for (const isVerified of [true, false]) {
		const { email } = await createAccount(shop, { isVerified });
		await page.goto(`/dashbord/makeAdmin?search=${email}`);
		await page
			.getByRole("row", { name: email })
			.getByRole("button", { name: "make Admin" })
			.click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText(email).waitFor();
		expect(await dialog.getByText("This email is not verified").count()).toBe(isVerified ? 0 : 1);
	}
});

test("an admin deletes a user, but finds no button to delete themselves", async () => {
	const { email } = await createAccount(shop);
	const admin = await createAdmin(shop);
	const page = await browser.newPage({ account: admin });
	await page.goto("/dashbord/makeAdmin");
	const own = page.getByRole("row", { name: admin.email });
	expect(await own.getByRole("button", { name: "Delete" }).count()).toBe(0);
	await page.getByRole("row", { name: email }).getByRole("button", { name: "Delete" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText(`User ${email} is deleted`).waitFor();
	expect(await shop.db.select().from(users).where(eq(users.email, email))).toEqual([]);
});

test("who is no admin any more when pressing the button is refused and signed out", async () => {
	const admin = await createAdmin(shop);
	const { email } = await createAccount(shop);
	const page = await browser.newPage({ account: admin });
	await page.goto("/dashbord/makeAdmin");
	await shop.db.update(users).set({ role: "shopper" }).where(eq(users.id, admin.id));
	await page.getByRole("row", { name: email }).getByRole("button", { name: "make Admin" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "make Admin" }).click();
	await page.waitForURL("/login?from=%2Fdashbord%2FmakeAdmin");
	await page.getByText("its is procted for admin").waitFor();
	const promoted = and(eq(users.email, email), eq(users.role, "admin"));
	expect(await shop.db.select().from(users).where(promoted)).toEqual([]);
});

test("an admin deletes a review", async () => {
	const id = createId();
	const review = { id, review: "Bent.", ratings: "1", img: "/images/none.png" };
	const author = { name: `Author ${id}`, email: `${id}@example.com` };
	await shop.db.insert(reviews).values({ ...review, ...author });
	const page = await openAsAdmin("/dashbord/manageReview");
	const row = page.getByRole("row", { name: author.name });
	await row.getByText(author.email).waitFor();
	await row.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("product deletes success fully").waitFor();
	expect(await shop.db.select().from(reviews).where(eq(reviews.id, id))).toEqual([]);
});
