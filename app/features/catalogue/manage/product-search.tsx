import { ChoiceField, TableSearch } from "#app/ui/table/table-search.tsx";
import { categories } from "#contract/categories.ts";
import type { ProductView } from "#worker/shop/catalogue/table.ts";

const levels = { low: "Low or out", out: "Out of stock" };

const sorts = {
	newest: "Newest first",
	name: "Name",
	cheapest: "Price, lowest first",
	dearest: "Price, highest first",
	scarcest: "Stock, lowest first",
};

/** What leaves products out of the table, and their order where what is searched does not decide it. */
export function ProductSearch({ view: { search, category, stock, sort } }: { view: ProductView }) {
	const isSorted = !search && stock === null;
	const chosen = category !== null || stock !== null || sort !== "newest";
	return (
		<TableSearch label="Name starts with" search={search} chosen={chosen}>
			<ChoiceField
				label="Category"
				name="category"
				choices={categories}
				chosen={category}
				none="All"
			/>
			<ChoiceField label="Stock" name="stock" choices={levels} chosen={stock} none="All" />
			{isSorted && <ChoiceField label="Sort" name="sort" choices={sorts} chosen={sort} />}
		</TableSearch>
	);
}
