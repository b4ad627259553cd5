import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { products } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

test.each([true, false])(
	"an admin uploads a file, corrects its columns, reviews its changes, and applies them (JavaScript: %j)",
	async (javaScript) => {
		const { id } = await createProduct(shop, { quantity: 100 });
		const page = await browser.newPage({ account: await createAdmin(shop), javaScript });
		const readPriceAndStock = async () => {
			const [row] = await shop.db.select().from(products).where(eq(products.id, id));
			return [row?.priceCents, row?.quantity];
		};
		const valuesBefore = await readPriceAndStock();
		const text = `ID;Net;Qty on hand\n${id};31.50;140\nnone;1.00;1\n`;
		await page.goto("/dashbord/import");
		const file = { name: "supplier.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
		await page.getByLabel("CSV file").setInputFiles(file);
		await page.getByRole("button", { name: "Check the file" }).click();
		await page.getByText("ignored: Net").waitFor();
		await page.getByLabel("Net", { exact: true }).selectOption("price");
		await page.getByRole("button", { name: "Check again with these columns" }).click();
		await page.getByText("No tool has this ID.").waitFor();
		await page.getByText("$31.50").waitFor();
		expect(await readPriceAndStock(), "before it is applied").toEqual(valuesBefore);
		await page.getByRole("button", { name: "Apply 1 change" }).click();
		await page.getByText("Imported: 1 change applied.").waitFor();
		expect(await readPriceAndStock()).toEqual([3_150, 140]);
		await page.goto(`/dashbord/stock/${id}`);
		await page.getByRole("cell", { name: "+40" }).waitFor();
	},
);
