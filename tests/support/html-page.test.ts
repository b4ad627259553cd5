import { expect, test } from "vitest";
import { readPage } from "./html-page.ts";

/** Opens a page with this body. `sent` has the method, path and fields of each further request. */
async function open(body: string) {
	const sent: unknown[] = [];
	const visitor = {
		fetch: async (path: string, init: RequestInit = {}) => {
			if (path !== "/page") {
				const fields = init.body instanceof URLSearchParams ? [...init.body] : null;
				sent.push([init.method ?? "GET", path, fields]);
			}
			return new Response(`<!DOCTYPE html><html lang="en"><body>${body}</body></html>`);
		},
	};
	return { page: await readPage(visitor, "/page"), sent };
}

const form = (content: string, attributes = "") =>
	`<form method="post" action="/send"${attributes}>${content}</form>`;
const save = "<button>Save</button>";
const nameField = `<label for="n">Name</label><input id="n" name="name" value="Ann &amp; Bob"/>`;

test("sends what a browser sends: defaults, changed fields, checked boxes, and the pressed button", async () => {
	const { page, sent } = await open(
		`${form(
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
	expect(sent).toEqual([
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

test("sends the fields of a GET form in the address", async () => {
	const { page, sent } = await open(`<form action="/find">${nameField}${save}</form>`);
	await page.press("Save", { Name: "x y" });
	expect(sent).toEqual([["GET", "/find?name=x+y", null]]);
});

const dialog = (attributes: string) => `<dialog${attributes}>${form(save)}</dialog>`;

test.each([
	["there is no such button", form("<button>Other</button>"), {}],
	["the button submits nothing", form('<button type="button">Save</button>'), {}],
	["the button has no form", save, {}],
	["the button is disabled", form('<button disabled="">Save</button>'), {}],
	["the button is hidden", `<div hidden="">${form(save)}</div>`, {}],
	["a fieldset disables the button", form(`<fieldset disabled="">${save}</fieldset>`), {}],
	["a script would have to open the dialog", dialog(""), {}],
	["no button opens the dialog", dialog(' id="d" popover="auto"'), {}],
	["two buttons have the name", form(save + save), {}],
	["the field has no label", form(`<input name="name"/>${save}`), { Name: "x" }],
	["the field is in another form", form(save) + form(nameField), { Name: "x" }],
	[
		"the field is disabled",
		form(`<label>Name<input name="name" disabled=""/></label>${save}`),
		{ Name: "x" },
	],
	["a required field is empty", form(`<input name="name" required=""/>${save}`), {}],
	[
		"the list has no such option",
		form(`<label>Name<select name="name"></select></label>${save}`),
		{ Name: "x" },
	],
])("does not submit a form if %s", async (_, body, values) => {
	const { page, sent } = await open(body);
	await expect(page.press("Save", values)).rejects.toThrow();
	expect(sent).toEqual([]);
});

test("submits a dialog that a button opens without a script, and a form that does not check its fields", async () => {
	const opener = '<button type="button" popoverTarget="d">Open</button>';
	const opened = await open(opener + dialog(' id="d" popover="auto"'));
	await opened.page.press("Save");
	expect(opened.sent).toHaveLength(1);
	const unchecked = await open(form(`<input name="name" required=""/>${save}`, ' noValidate=""'));
	await unchecked.page.press("Save");
	expect(unchecked.sent).toHaveLength(1);
});

test("follows the link with a name, and rejects one that is missing or leads to two places", async () => {
	const { page, sent } = await open(
		'<a href="/a?x=1">One</a><a href="/a">Two</a><a href="/b">Two</a>',
	);
	await page.follow("One");
	expect(sent).toEqual([["GET", "/a?x=1", null]]);
	await expect(page.follow("Two")).rejects.toThrow("links named Two to 2 URLs");
	await expect(page.follow("Three")).rejects.toThrow("links named Three to 0 URLs");
});
