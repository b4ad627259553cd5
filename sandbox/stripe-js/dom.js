// What every part needs of the DOM. No markup text: a strict CSP stays content.
((sandbox) => {
	/** Makes an element; `attributes` are set one by one, `children` are nodes or texts. */
	function make(tag, attributes, children = []) {
		const node = document.createElement(tag);
		for (const name of Object.keys(attributes)) node.setAttribute(name, attributes[name]);
		node.append(...children);
		return node;
	}

	/** Makes a host whose insides the page's own styles cannot reach, as a frame's could not be. */
	function makeHost() {
		const host = document.createElement("div");
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(sandbox.css);
		host.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
		return host;
	}

	sandbox.dom = { make, makeHost };
})(window.stripeSandbox);
