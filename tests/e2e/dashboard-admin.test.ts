import { and, eq } from "drizzle-orm";
import type { Locator } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { products, reviews, sessions, users } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { expectHeadings, readCells } from "../support/data-table.ts";
import { anotherPicture, smallPicture } from "../support/pictures.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const openAsAdmin = async (path: string) => {
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto(path);
	return page;
};

/** The contract fixes the spelling of this and other messages. */
const deleteQuestion = "are you sure ? you want to delete ?";

test("an admin adds a product with a picture", async () => {
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

test("going back to an earlier product's form shows that product's values", async () => {
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

test("an admin adds two pictures to a product and removes one", async () => {
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

test("the products table shows prices and quantities and lets an admin delete a product after confirming", async () => {
	const { id, name } = await createProduct(shop, { priceCents: 1_950, quantity: 140 });
	const page = await openAsAdmin("/dashbord/manageProducts");
	await expectHeadings(page, [
		"Name",
		"Price per piece",
		"Quantity",
		"Set price",
		"Set stock",
		"Actions",
	]);
	const row = page.getByRole("row", { name });
	expect(await readCells(row)).toMatchObject({
		Name: name,
		"Price per piece": "$19.50",
		Quantity: "140",
	});
	const updateLink = row.getByRole("link", { name: "Update Product", exact: true });
	expect(await updateLink.getAttribute("href")).toBe(`/dashbord/updateproducts/${id}`);
	await row.getByRole("button", { name: "Delete", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: deleteQuestion });
	await dialog.getByText(name).waitFor();
	await dialog.getByRole("button", { name: "Delete" }).click();
	await page.getByText("product deletes success fully").waitFor();
	expect(await row.count()).toBe(0);
	const deletedRow = await shop.db.select().from(products).where(eq(products.id, id)).get();
	expect(deletedRow?.deletedAt).not.toBeNull();
});

test("making a user an admin requires a confirmation and ends the user's sessions", async () => {
	const { id, email } = await createAccount(shop);
	const unverifiedUser = await createAccount(shop, { isVerified: false });
	const admin = await createAdmin(shop);
	const page = await openAsAdmin("/dashbord/makeAdmin");
	await expectHeadings(page, ["Email", "Role", "Actions"]);
	const getMakeAdminButton = (scope: Locator) =>
		scope.getByRole("button", { name: "make Admin", exact: true });
	const adminRow = page.getByRole("row", { name: admin.email });
	await adminRow.getByText("admin", { exact: true }).waitFor();
	expect(await getMakeAdminButton(adminRow).count()).toBe(0);
	const dialog = page.getByRole("dialog", { name: "Make this user an admin?" });
	const unverifiedWarning = dialog.getByText("This email is not verified");
	await getMakeAdminButton(page.getByRole("row", { name: unverifiedUser.email })).click();
	await dialog.getByText(unverifiedUser.email).waitFor();
	expect(await unverifiedWarning.count()).toBe(1);
	await dialog.getByRole("button", { name: "Go back" }).click();
	const row = page.getByRole("row", { name: email });
	await getMakeAdminButton(row).click();
	await dialog.getByText(email).waitFor();
	expect(await unverifiedWarning.count()).toBe(0);
	const userBefore = await shop.db.select().from(users).where(eq(users.id, id)).get();
	expect(userBefore?.role).toBe("shopper");
	await getMakeAdminButton(dialog).click();
	await page.getByText("successfully made an admin").waitFor();
	await row.getByText("admin", { exact: true }).waitFor();
	expect(await getMakeAdminButton(row).count()).toBe(0);
	expect(await shop.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
});

test("an admin gives a user a staff role with JavaScript and takes it back without", async () => {
	const { id, email } = await createAccount(shop);
	const admin = await createAdmin(shop);
	const readRole = async () =>
		(await shop.db.select().from(users).where(eq(users.id, id)).get())?.role;
	for (const [javaScript, role] of [
		[true, "fulfillment"],
		[false, "shopper"],
	] as const) {
		const page = await browser.newPage({ account: admin, javaScript });
		await page.goto(`/dashbord/makeAdmin?search=${email}`);
		const row = page.getByRole("row", { name: email });
		await row.getByRole("button", { name: "Set role" }).click();
		const dialog = page.getByRole("dialog", { name: "Change the role of this user?" });
		await dialog.getByRole("button", { name: "Go back" }).click();
		await row.getByRole("button", { name: "Set role" }).click();
		await dialog.getByLabel("Role").selectOption(role);
		await dialog.getByRole("button", { name: "Change role" }).click();
		await page.getByText("Role changed").waitFor();
		await row.getByText(role, { exact: true }).waitFor();
		expect(await readRole()).toBe(role);
	}
	const page = await browser.newPage({ account: admin });
	await page.goto(`/dashbord/makeAdmin?search=${admin.email}`);
	await page.getByRole("row", { name: admin.email }).waitFor();
	expect(await page.getByRole("button", { name: "Set role" }).count()).toBe(0);
});

test("an admin can delete a user, but not themselves", async () => {
	const { email } = await createAccount(shop);
	const admin = await createAdmin(shop);
	const page = await browser.newPage({ account: admin });
	await page.goto("/dashbord/makeAdmin");
	const ownRow = page.getByRole("row", { name: admin.email });
	expect(await ownRow.getByRole("button", { name: "Delete" }).count()).toBe(0);
	const row = page.getByRole("row", { name: email });
	await row.getByRole("button", { name: "Delete", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: deleteQuestion });
	await dialog.getByText(email).waitFor();
	await dialog.getByRole("button", { name: "Delete" }).click();
	await page.getByText(`User ${email} is deleted`).waitFor();
	expect(await shop.db.select().from(users).where(eq(users.email, email))).toEqual([]);
});

test("an admin who has lost the role cannot promote a user and is signed out", async () => {
	const admin = await createAdmin(shop);
	const { email } = await createAccount(shop);
	const page = await browser.newPage({ account: admin });
	await page.goto("/dashbord/makeAdmin");
	await shop.db.update(users).set({ role: "shopper" }).where(eq(users.id, admin.id));
	await page.getByRole("row", { name: email }).getByRole("button", { name: "make Admin" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "make Admin" }).click();
	await page.waitForURL("/login?from=%2Fdashbord%2FmakeAdmin");
	await page.getByText("its is procted for admin").waitFor();
	const isPromoted = and(eq(users.email, email), eq(users.role, "admin"));
	expect(await shop.db.select().from(users).where(isPromoted)).toEqual([]);
});

test("the reviews table shows names and emails and lets an admin delete a review after confirming", async () => {
	const id = createId();
	const review = { id, review: "Bent.", ratings: "1", img: "/pictures/people/tom.svg" };
	const author = { name: `Author ${id}`, email: `${id}@example.com` };
	await shop.db.insert(reviews).values({ ...review, ...author });
	const page = await openAsAdmin("/dashbord/manageReview");
	await expectHeadings(page, ["Name", "Email", "Review", "Rating", "Actions"]);
	const row = page.getByRole("row", { name: author.name });
	expect(await readCells(row)).toMatchObject({
		Name: author.name,
		Email: author.email,
		Review: "Bent.",
		Rating: "1",
	});
	await row.getByRole("button", { name: "Delete", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: deleteQuestion });
	await dialog.getByRole("button", { name: "Delete" }).click();
	await page.getByText("product deletes success fully").waitFor();
	expect(await shop.db.select().from(reviews).where(eq(reviews.id, id))).toEqual([]);
});
