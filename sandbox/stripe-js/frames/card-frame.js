// The script of the card element's iframe. The shop's page gets the state of the fields, but no card numbers.
((sandbox) => {
	const { cardRules: rules, createElement } = sandbox;
	const fields = sandbox.createCardFields();
	const zip = fields[3];
	const card = createElement(
		"div",
		{ class: "card", role: "group", "aria-label": "Card details" },
		fields.map(({ node }) => node),
	);
	const visibleFields = () => fields.filter(({ node }) => !node.hidden);
	let lastReportedState = "";

	/** Returns the fields of Stripe.js's `change` event. */
	function readState() {
		const errorCode = visibleFields().map(sandbox.visibleErrorCode).find(Boolean);
		return {
			empty: visibleFields().every(({ input }) => !input.value),
			complete: visibleFields().every((field) => !field.findErrorCode()),
			brand: rules.brandOf(fields[0].input.value).name,
			error: errorCode ? rules.toStripeError(errorCode) : undefined,
			value: { postalCode: zip.input.value },
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
		if (hidePostalCode !== undefined) zip.node.hidden = hidePostalCode;
		if (disableLink !== undefined) link.hidden = disableLink;
		if (value?.postalCode) zip.input.value = value.postalCode;
	}

	/** Stripe's card element has this button if Link is enabled and `disableLink` is not set. Here it does nothing. */
	const link = createElement("button", { type: "button", class: "link" }, ["Autofill with Link"]);

	function loadFonts(fonts) {
		for (const { family, src, ...rest } of fonts) {
			const font = new FontFace(family, src, rest);
			document.fonts.add(font);
			font.load().catch(() => undefined);
		}
	}

	sandbox.onChannel(async ({ key, options, fonts }, port) => {
		const post = (type, details) => port.postMessage({ ...details, type });

		function reportChange() {
			for (const field of fields) {
				const isInvalid = Boolean(sandbox.visibleErrorCode(field));
				field.input.setAttribute("aria-invalid", String(isInvalid));
			}
			const state = readState();
			const json = JSON.stringify(state);
			if (json === lastReportedState) return;
			lastReportedState = json;
			post("change", state);
		}

		function listenTo(field, nextField) {
			const { input } = field;
			input.addEventListener("input", () => {
				for (const { format } of fields) format();
				reportChange();
				const isNextEmpty = nextField && !nextField.node.hidden && !nextField.input.value;
				if (isNextEmpty && !field.findErrorCode()) nextField.input.focus();
			});
			input.addEventListener("focus", () => post("focus"));
			input.addEventListener("blur", () => {
				field.wasBlurred = true;
				post("blur");
				reportChange();
			});
			input.addEventListener("keydown", (event) => {
				if (event.key === "Escape") post("escape");
				if (event.key === "Enter") post("submit");
			});
		}

		/** Creates a payment method with the API. If fields are invalid, shows their errors and returns the first. */
		async function createPaymentMethod(billing) {
			for (const field of fields) field.wasBlurred = true;
			reportChange();
			const errorCode = visibleFields()
				.map((field) => field.findErrorCode())
				.find(Boolean);
			if (errorCode) return { error: rules.toStripeError(errorCode) };
			const [number, expiry, cvc] = fields.map(({ input }) => rules.digitsOf(input.value));
			const address = { ...billing?.address, postal_code: zip.input.value };
			return sandbox.callApi("POST", "/payment_methods", {
				key,
				type: "card",
				card: { number, cvc, exp_month: expiry.slice(0, 2), exp_year: `20${expiry.slice(2)}` },
				billing_details: { ...billing, address },
			});
		}

		function clear() {
			for (const field of fields) {
				Object.assign(field, { previousValue: "", wasBlurred: false });
				field.input.value = "";
			}
			reportChange();
		}

		const commands = {
			options: ({ options: changes }) => setOptions(changes),
			focus: () => fields[0].input.focus(),
			blur: () => document.activeElement?.blur(),
			clear,
			createPaymentMethod: async ({ id, billing_details }) =>
				post("paymentMethod", { id, result: await createPaymentMethod(billing_details) }),
		};
		port.onmessage = ({ data }) => {
			commands[data.type](data);
		};

		const loadError = await sandbox.checkSession(key);
		if (loadError) return post("loaderror", { error: loadError });
		loadFonts(fonts);
		setOptions(options);
		fields.forEach((field, index) => {
			listenTo(field, fields[index + 1]);
		});
		card.append(link);
		document.body.append(card);
		new ResizeObserver(() => post("height", { height: document.body.offsetHeight })).observe(card);
		lastReportedState = JSON.stringify(readState());
		post("ready");
	});
})(window.stripeSandbox);
