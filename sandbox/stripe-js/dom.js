// What every part needs of the DOM. No markup text: a strict CSP stays content.
((sandbox) => {
	/** Makes an element; `attributes` are set one by one, `children` are nodes or texts. */
	sandbox.make = (tag, attributes, children = []) => {
		const node = document.createElement(tag);
		for (const name of Object.keys(attributes)) node.setAttribute(name, attributes[name]);
		node.append(...children);
		return node;
	};
})(window.stripeSandbox);
