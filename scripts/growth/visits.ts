import {
	listMax,
	similarMax,
	tableSize,
	toolsMax,
	toolsSize,
	viewedMax,
} from "#contract/limits.ts";
import { get, post, type Request } from "../bench/requests.ts";

/** One request that is sent at every size of the shop. */
export type Visit = {
	label: string;
	request: Request;
	/** Rows that it may read however large the shop is; without, the most is not known beforehand. */
	most?: number;
};

type Asker = { email: string; name: string; headers: Record<string, string> };

/** Who asks, and for what. */
export type Cast = {
	shopper: Asker;
	admin: Asker;
	productId: string;
	orderId: string;
	/** The last page of the grid, from 0. */
	lastPage: number;
};

const pageSize = 6;
/** Session and user, product count, three reviews. */
const besides = 6;
/** Similar tools, dearer and cheaper ones, with the tool itself; and those looked at before. */
const beside = 2 * similarMax + 1 + viewedMax;
/** Rows of a table of the dashboard, and the one that tells whether another page follows. */
const tableRows = tableSize + 1;
/** Rows of a list of the calls, likewise. */
const listRows = listMax + 1;

/** Product numbers, products by id and what was sold, for each tool that is looked at. */
const each = 8;
const counted = 9;

/** The catalogue: a page of an index, or of all that one search looks at. */
const catalogueVisits: Visit[] = [
	["tools", "/tools", toolsSize],
	["tools, last page", `/tools?page=${toolsMax / toolsSize - 1}`, toolsMax],
	["tools of a category", "/tools?category=other", toolsSize],
	["tools, cheapest first", "/tools?sort=price-up", toolsSize],
	["tools by name", "/tools?sort=name", toolsSize],
	["tools, best selling", "/tools?sort=best", 2 * toolsMax],
	["tools in stock", "/tools?stock=in", toolsMax],
	["tools of a price", "/tools?min=10&max=90&sort=name", toolsMax],
	["tools that all match", "/tools?q=spanner", toolsMax],
	["tools of which one matches", "/tools?q=spanner+4711", toolsMax],
	["tools that nothing matches", "/tools?q=spaner+zzz", toolsMax],
].map(([label, path, looked]) => ({
	label: String(label),
	request: get(String(path)),
	most: Number(looked) * each + counted,
}));

const publicVisits = ({ productId, lastPage }: Cast): Visit[] => [
	{ label: "home", request: get("/"), most: pageSize + besides },
	{ label: "home, page 5", request: get("/?page=4"), most: 5 * pageSize + besides },
	{
		label: "home, last page",
		request: get(`/?page=${lastPage}`),
		most: (lastPage + 1) * pageSize + besides,
	},
	...catalogueVisits,
	{ label: "blogs", request: get("/blogs"), most: 0 },
	{ label: "login", request: get("/login"), most: 0 },
	{ label: "GET /products?page=0", request: get("/products?page=0&size=6"), most: pageSize },
	{ label: "GET /products?page=4", request: get("/products?page=4&size=6"), most: 5 * pageSize },
	{ label: "GET /products", request: get("/products"), most: listRows },
	{ label: "GET /productCount", request: get("/productCount"), most: 1 },
	{ label: "GET /products/{id}", request: get(`/products/${productId}`), most: 1 },
	{ label: "GET /getreviews", request: get("/getreviews"), most: listRows },
];

/** @param own how many orders the shopper has */
function shopperVisits({ shopper, productId, orderId }: Cast, own: number): Visit[] {
	const { email, name, headers } = shopper;
	const order = { toolId: productId, quantity: 20, location: "1 Bench Road", phone: "555 0100" };
	const review = { review: "Good.", ratings: "5", img: "/pictures/people/amina.svg", name, email };
	const reads: [string, string, number][] = [
		["purchase", `/purchase/${productId}`, besides + beside],
		["my orders", "/dashbord/myorders", 2 * own + besides],
		["my profile", "/dashbord/myprofile", besides],
		["payment", `/dashbord/payment/${orderId}`, besides],
		["GET /orders/{email}", `/orders/${email}`, own + besides],
		["GET /specificorders/{id}", `/specificorders/${orderId}`, besides],
		["GET /admin/{email}", `/admin/${email}`, besides],
	];
	return [
		...reads.map(([label, path, most]) => ({ label, request: get(path, headers), most })),
		{
			label: "POST /orders",
			request: post("/orders", { ...order, email, name }, headers),
			most: 20,
		},
		{ label: "POST /review", request: post("/review", review, headers), most: 20 },
	];
}

/** Lists of everything: an admin's page shows a page of them, a call answers with at most 500. The shopper has ordered on meanwhile. */
function adminVisits({ admin, shopper, productId }: Cast, own: number): Visit[] {
	const reads: [string, string, number][] = [
		["update product", `/dashbord/updateproducts/${productId}`, besides],
		["GET /orders/{email}, as admin", `/orders/${shopper.email}`, 2 * own + besides],
		["manage all orders", "/dashbord/manageAllorders", tableRows + besides],
		["manage all orders, page 5", "/dashbord/manageAllorders?page=4", 5 * tableSize + 1 + besides],
		[
			"manage all orders, by email",
			"/dashbord/manageAllorders?search=shopper1",
			tableRows + besides,
		],
		[
			"manage all orders, by tool",
			"/dashbord/manageAllorders?by=tool&search=spanner",
			tableRows + besides,
		],
		[
			"manage all orders, by id",
			"/dashbord/manageAllorders?by=id&search=grown-order-1",
			tableRows + besides,
		],
		["make admin", "/dashbord/makeAdmin", tableRows + besides],
		["make admin, by email", "/dashbord/makeAdmin?search=shopper1", tableRows + besides],
		["manage products", "/dashbord/manageProducts", tableRows + besides],
		["manage products, by name", "/dashbord/manageProducts?search=SPANNER", tableRows + besides],
		["manage reviews", "/dashbord/manageReview", tableRows + besides],
		["manage reviews, by email", "/dashbord/manageReview?search=shopper1", tableRows + besides],
		["GET /users", "/users", listRows + besides],
		["GET /allorders", "/allorders", listRows + besides],
	];
	const change = { decreption: "Changed.", price: 9.99, quantity: 1_000, minimum: 1 };
	return [
		{
			label: "PUT /product/{id}",
			request: { ...post(`/product/${productId}`, change, admin.headers), method: "PUT" },
			most: 20,
		},
		...reads.map(([label, path, most]) => ({ label, request: get(path, admin.headers), most })),
	];
}

/** @param own how many orders the shopper has @returns every page and call whose cost could grow */
export const visitsOf = (cast: Cast, own: number): Visit[] => [
	...publicVisits(cast),
	...shopperVisits(cast, own),
	...adminVisits(cast, own),
];
