import { seedAccounts, seedPassword } from "../seed.ts";
import { get, orderOf, post, type Request } from "./requests.ts";
import type { Running } from "./runtime.ts";
import { type Buyer, productId, type World } from "./world.ts";

/** One line of the table: what is asked of whom, how many ask at once, and what it is compared with. */
export type Row = {
	label: string;
	server: Running;
	connections: number;
	/** What each of the clients sends, one after the other. */
	requests: [Request, ...Request[]];
	/** Label of the row that this one is compared with, and the least share of its speed that we aim for. */
	against?: { label: string; aim?: number };
};

const floor = {
	hello: "floor: Hono text",
	helloQuery: "floor: Hono text, one query",
	page: "floor: minimal page",
	pageQuery: "floor: minimal page, one query",
	products: "floor: bare products",
	orders: "floor: bare order batch",
};
const homeLabel = "home, anonymous";

const atOnce = 16;
/** Hashing a password takes the whole of a core. */
const loginsAtOnce = 2;

/** @throws Error when there is no buyer */
function forEach(buyers: Buyer[], requestOf: (buyer: Buyer) => Request): Row["requests"] {
	const [first, ...others] = buyers.map(requestOf);
	if (!first) throw new Error("A measurement needs a buyer.");
	return [first, ...others];
}

function floorRows({ floors: server, buyers }: World): Row[] {
	const row = (label: string, requests: Row["requests"]) => ({
		label,
		server,
		connections: atOnce,
		requests,
	});
	return [
		row(floor.hello, [get("/bare/hello")]),
		row(floor.helloQuery, [get("/bare/hello-d1")]),
		row(floor.page, [get("/")]),
		row(floor.pageQuery, [get("/products")]),
		row(floor.products, [get("/bare/products")]),
		row(
			floor.orders,
			forEach(buyers, (buyer) => post(`/bare/orders/${buyer.id}`, orderOf(buyer))),
		),
	];
}

function shopRows({ shop: server, buyers }: World): Row[] {
	const signedIn = (path: string) => forEach(buyers, ({ cookie }) => get(path, { Cookie: cookie }));
	const ordering = forEach(buyers, (buyer) =>
		post("/orders", orderOf(buyer), { Cookie: buyer.cookie, Origin: server.url }),
	);
	const credentials = { email: seedAccounts[1].email, password: seedPassword };
	const row = (label: string, requests: Row["requests"], against: NonNullable<Row["against"]>) => ({
		label,
		server,
		connections: atOnce,
		requests,
		against,
	});
	return [
		row(homeLabel, [get("/")], { label: floor.pageQuery, aim: 0.8 }),
		row("home, signed in", signedIn("/"), { label: homeLabel, aim: 0.7 }),
		row("purchase page", signedIn(`/purchase/${productId}`), { label: floor.pageQuery }),
		row("my orders", signedIn("/dashbord/myorders"), { label: floor.pageQuery }),
		row("GET /products", [get("/products?page=0&size=6")], { label: floor.products, aim: 0.9 }),
		row("POST /orders", ordering, { label: floor.orders, aim: 0.6 }),
		{
			...row("login", [post("/auth/login", credentials)], { label: floor.helloQuery }),
			connections: loginsAtOnce,
		},
	];
}

/** @returns every row, each shop row after the floor it is compared with, so that they run close together in time */
export function rowsOf(world: World): Row[] {
	const shop = shopRows(world);
	const floors = floorRows(world).flatMap((row) => [
		row,
		...shop.filter(({ against }) => against?.label === row.label),
	]);
	return [...floors, ...shop.filter((row) => !floors.includes(row))];
}
