import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { databaseContext, readProducts } from "./queries.ts";

export const meta = () => [{ title: "Products" }];

export async function loader({ context }: LoaderFunctionArgs) {
	const { results } = await readProducts(context.get(databaseContext));
	return { products: results.map(({ id, name }) => ({ id, name })) };
}

export default function Home() {
	const { products } = useLoaderData<typeof loader>();
	return (
		<main>
			<h1>Hello</h1>
			<ul>
				{products.map(({ id, name }) => (
					<li key={id}>{name}</li>
				))}
			</ul>
		</main>
	);
}
