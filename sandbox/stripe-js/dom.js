// A DOM helper without innerHTML, which a page with Trusted Types would block.
((sandbox) => {
	/** Creates an element. `children` are nodes or strings. */
	sandbox.createElement = (tag, attributes, children = []) => {
		const node = document.createElement(tag);
		for (const name of Object.keys(attributes)) node.setAttribute(name, attributes[name]);
		node.append(...children);
		return node;
	};
})(window.stripeSandbox);
