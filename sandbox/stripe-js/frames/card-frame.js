// The card fields, in a document of Stripe's origin. What is typed stays here: the shop's page learns its state alone.
((sandbox) => {
	const { cardRules: rules, make } = sandbox;
	const fields = sandbox.makeCardFields();
	const postal = fields[3];
	const card = make(
		"div",
		{ class: "card", role: "group", "aria-label": "Card details" },
		fields.map(({ node }) => node),
	);
	const shown = () => fields.filter(({ node }) => !node.hidden);
	const state = { key: "", reported: "" };

	/** What Stripe.js tells with a `change` event. */
	function read() {
		const problem = shown().map(sandbox.visibleProblem).find(Boolean);
		return {
			empty: shown().every(({ input }) => !input.value),
			complete: shown().every((field) => !field.check()),
			brand: rules.brandOf(fields[0].input.value).name,
			error: problem ? rules.errorOf(problem) : undefined,
			value: { postalCode: postal.input.value },
		};
	}

	function setStyle({ base = {}, invalid = {} }) {
		const { style } = document.documentElement;
		for (const name of ["color", "fontFamily", "fontSize", "fontWeight"]) {
			if (base[name]) style[name] = base[name];
		}
		const placeholder = base["::placeholder"]?.color;
		if (placeholder) style.setProperty("--placeholder", placeholder);
		if (invalid.color) style.setProperty("--invalid", invalid.color);
	}

	function setOptions({ style, disabled, hidePostalCode, disableLink, value }) {
		if (style) setStyle(style);
		if (disabled !== undefined) for (const { input } of fields) input.disabled = disabled;
		if (hidePostalCode !== undefined) postal.node.hidden = hidePostalCode;
		if (disableLink !== undefined) link.hidden = disableLink;
		if (value?.postalCode) postal.input.value = value.postalCode;
	}

	/** Where Link is on, the Card Element offers it unless it is turned off; here it leads nowhere. */
	const link = make("button", { type: "button", class: "link" }, ["Autofill with Link"]);

	function loadFonts(fonts) {
		for (const { family, src, ...rest } of fonts) {
			const font = new FontFace(family, src, rest);
			document.fonts.add(font);
			font.load().catch(() => undefined);
		}
	}

	sandbox.onChannel(async ({ key, options, fonts }, port) => {
		const tell = (type, details) => port.postMessage({ ...details, type });

		function changed() {
			for (const field of fields) {
				const isWrong = Boolean(sandbox.visibleProblem(field));
				field.input.setAttribute("aria-invalid", String(isWrong));
			}
			const now = read();
			const reported = JSON.stringify(now);
			if (reported === state.reported) return;
			state.reported = reported;
			tell("change", now);
		}

		function listenTo(field, next) {
			const { input } = field;
			input.addEventListener("input", () => {
				for (const each of fields) each.format();
				changed();
				if (next && !next.node.hidden && !next.input.value && !field.check()) next.input.focus();
			});
			input.addEventListener("focus", () => tell("focus"));
			input.addEventListener("blur", () => {
				field.left = true;
				tell("blur");
				changed();
			});
			input.addEventListener("keydown", (event) => {
				if (event.key === "Escape") tell("escape");
				if (event.key === "Enter") tell("submit");
			});
		}

		/** Sends the card to the API from here, or tells the first thing that is wrong, shown from now on. */
		async function makeMethod(billing) {
			for (const field of fields) field.left = true;
			changed();
			const problem = shown()
				.map((field) => field.check())
				.find(Boolean);
			if (problem) return { error: rules.errorOf(problem) };
			const [number, expiry, cvc] = fields.map(({ input }) => rules.digitsOf(input.value));
			const address = { ...billing?.address, postal_code: postal.input.value };
			return sandbox.call("POST", "/payment_methods", {
				key: state.key,
				type: "card",
				card: { number, cvc, exp_month: expiry.slice(0, 2), exp_year: `20${expiry.slice(2)}` },
				billing_details: { ...billing, address },
			});
		}

		function clear() {
			for (const field of fields) {
				Object.assign(field, { previous: "", left: false });
				field.input.value = "";
			}
			changed();
		}

		const commands = {
			options: ({ options: next }) => setOptions(next),
			focus: () => fields[0].input.focus(),
			blur: () => document.activeElement?.blur(),
			clear,
			make: async ({ id, billing_details }) =>
				tell("made", { id, response: await makeMethod(billing_details) }),
		};
		port.onmessage = ({ data }) => {
			commands[data.type](data);
		};

		state.key = key;
		const failure = await sandbox.openSession(key);
		if (failure) return tell("loaderror", { error: failure });
		loadFonts(fonts);
		setOptions(options);
		fields.forEach((field, place) => {
			listenTo(field, fields[place + 1]);
		});
		card.append(link);
		document.body.append(card);
		new ResizeObserver(() => tell("height", { height: document.body.offsetHeight })).observe(card);
		state.reported = JSON.stringify(read());
		tell("ready");
	});
})(window.stripeSandbox);
