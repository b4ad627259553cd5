import { expect, test } from "vitest";
import { readPage } from "./html-page.ts";

/** Opens a page with this body. `requests` has the method, path and fields of each later request. */
async function openPage(body: string) {
	const requests: unknown[] = [];
	const visitor = {
		fetch: async (path: string, init: RequestInit = {}) => {
			if (path !== "/page") {
				const fields = init.body instanceof URLSearchParams ? [...init.body] : null;
				requests.push([init.method ?? "GET", path, fields]);
			}
			return new Response(`<!DOCTYPE html><html lang="en"><body>${body}</body></html>`);
		},
	};
	return { page: await readPage(visitor, "/page"), requests };
}

const createForm = (content: string, attributes = "") =>
	`<form method="post" action="/send"${attributes}>${content}</form>`;
const saveButton = "<button>Save</button>";
const nameField = `<label for="n">Name</label><input id="n" name="name" value="Ann &amp; Bob"/>`;

test("submits default values, changed fields, checked boxes, and the pressed button", async () => {
	const { page, requests } = await openPage(
		`${createForm(
			`${nameField}<input type="hidden" name="key" value="k"/><input name="off" value="1" disabled=""/>
			<label><input type="checkbox" name="a" value="1" checked=""/>A</label>
			<label><input type="checkbox" name="b" value="2"/>B</label>
			<label><input type="radio" name="r" value="one" checked=""/>One</label>
			<label><input type="radio" name="r" value="two"/>Two</label>
			<label>Size<select name="size"><option value="s">Small</option><option value="l" selected="">Large</option></select></label>
			<label>Text<textarea name="text">x &lt; y</textarea></label>
			<button name="task" value="save" formAction="/other">Save</button><button name="task" value="x">Delete</button>`,
			' id="f"',
		)}<label>Outside<input form="f" name="outside"/></label>`,
	);
	expect([page.getFieldValue("Name"), page.getFieldValue("Text")]).toEqual(["Ann & Bob", "x < y"]);
	await page.press("Save", { B: true, Two: true, Size: "Small", Outside: "o" });
	expect(requests).toEqual([
		[
			"POST",
			"/other",
			[
				["name", "Ann & Bob"],
				["key", "k"],
				["a", "1"],
				["b", "2"],
				["r", "two"],
				["size", "s"],
				["text", "x < y"],
				["outside", "o"],
				["task", "save"],
			],
		],
	]);
});

test("submits the fields of a GET form in the query string", async () => {
	const { page, requests } = await openPage(
		`<form action="/find">${nameField}${saveButton}</form>`,
	);
	await page.press("Save", { Name: "x y" });
	expect(requests).toEqual([["GET", "/find?name=x+y", null]]);
});

const createDialog = (attributes: string) =>
	`<dialog${attributes}>${createForm(saveButton)}</dialog>`;

test.each([
	["no button has the name", createForm("<button>Other</button>"), {}],
	["the button submits nothing", createForm('<button type="button">Save</button>'), {}],
	["the button has no form", saveButton, {}],
	["the button is disabled", createForm('<button disabled="">Save</button>'), {}],
	["the button is hidden", `<div hidden="">${createForm(saveButton)}</div>`, {}],
	[
		"a fieldset disables the button",
		createForm(`<fieldset disabled="">${saveButton}</fieldset>`),
		{},
	],
	["only a script can open the dialog", createDialog(""), {}],
	["no button opens the dialog", createDialog(' id="d" popover="auto"'), {}],
	["two buttons have the name", createForm(saveButton + saveButton), {}],
	["the field has no label", createForm(`<input name="name"/>${saveButton}`), { Name: "x" }],
	["the field is in another form", createForm(saveButton) + createForm(nameField), { Name: "x" }],
	[
		"the field is disabled",
		createForm(`<label>Name<input name="name" disabled=""/></label>${saveButton}`),
		{ Name: "x" },
	],
	["a required field is empty", createForm(`<input name="name" required=""/>${saveButton}`), {}],
	[
		"the list does not have the option",
		createForm(`<label>Name<select name="name"></select></label>${saveButton}`),
		{ Name: "x" },
	],
])("does not submit a form if %s", async (_, body, values) => {
	const { page, requests } = await openPage(body);
	await expect(page.press("Save", values)).rejects.toThrow();
	expect(requests).toEqual([]);
});

test("submits a form in a popover that a button opens", async () => {
	const opener = '<button type="button" popoverTarget="d">Open</button>';
	const { page, requests } = await openPage(opener + createDialog(' id="d" popover="auto"'));
	await page.press("Save");
	expect(requests).toHaveLength(1);
});

test("submits a novalidate form without a required value", async () => {
	const content = `<input name="name" required=""/>${saveButton}`;
	const { page, requests } = await openPage(createForm(content, ' noValidate=""'));
	await page.press("Save");
	expect(requests).toHaveLength(1);
});

const links = '<a href="/a?x=1">One</a><a href="/a">Two</a><a href="/b">Two</a>';

test("follows a link by its name", async () => {
	const { page, requests } = await openPage(links);
	await page.follow("One");
	expect(requests).toEqual([["GET", "/a?x=1", null]]);
});

test("does not follow a link if its name is unknown or ambiguous", async () => {
	const { page } = await openPage(links);
	await expect(page.follow("Two")).rejects.toThrow("links named Two lead to 2 URLs");
	await expect(page.follow("Three")).rejects.toThrow("links named Three lead to 0 URLs");
});
