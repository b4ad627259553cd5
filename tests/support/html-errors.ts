import { HtmlValidate, StaticConfigLoader } from "html-validate";

/** Resolves the configuration only once, because resolving it for each page took a quarter of the time. */
class CachedConfigLoader extends StaticConfigLoader {
	#resolved: ReturnType<StaticConfigLoader["getConfigFor"]> | undefined;

	override getConfigFor(handle: string): ReturnType<StaticConfigLoader["getConfigFor"]> {
		this.#resolved ??= super.getConfigFor(handle);
		return this.#resolved;
	}
}

/** A comment above each changed rule gives the reason. */
const validator = new HtmlValidate(
	new CachedConfigLoader({
		root: true,
		extends: ["html-validate:recommended", "html-validate:a11y", "html-validate:document"],
		rules: {
			// React writes `<br/>`, `required=""` and SVG's `viewBox`.
			"void-style": "off",
			"attribute-boolean-style": "off",
			"attribute-empty-style": "off",
			"attr-case": ["error", { style: ["lowercase", "camelcase"] }],
			// The ids of React's `useId` start with `_`, which HTML allows.
			"valid-id": ["error", { relaxed: true }],
			// All scripts and styles come from the shop's own origin.
			"require-sri": ["error", { target: "crossorigin" }],
			// The checkboxes of a group have the same name.
			"form-dup-name": ["error", { shared: ["radio", "submit", "checkbox"] }],
		},
	}),
);

/**
 * Returns whether the name of a control is unique in the form that its `form` attribute names. The validator ignores the attribute and
 * assigns the control to the form around it.
 */
function isUniqueInOtherForm(html: string, selector: string | null): boolean {
	const [, id] = /^#([\w-]+)$/.exec(selector ?? "") ?? [];
	const controls = html.match(/<(?:input|select|textarea|button)\b[^>]*>/g) ?? [];
	const control = controls.find((tag) => tag.includes(` id="${id}"`));
	const [form] = / form="[^"]*"/.exec(control ?? "") ?? [];
	const [name] = / name="[^"]*"/.exec(control ?? "") ?? [];
	if (!form || !name) return false;
	const formPattern = new RegExp(
		`<form[^>]*${form.replace(" form=", " id=")}[^>]*>(.*?)</form>`,
		"s",
	);
	const [, content = ""] = formPattern.exec(html) ?? [];
	const controlsWithName = controls.filter((tag) => tag.includes(form) && tag.includes(name));
	return controlsWithName.length === 1 && !content.includes(name);
}

/** Returns one line for each error in the HTML of an entire document. */
export async function findHtmlErrors(html: string): Promise<string[]> {
	const { results } = await validator.validateString(html);
	return results.flatMap(({ messages }) =>
		messages
			.filter(
				({ ruleId, selector }) =>
					ruleId !== "form-dup-name" || !isUniqueInOtherForm(html, selector),
			)
			.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
	);
}
