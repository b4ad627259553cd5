// The script of the Payment Element's iframe. The shop's page gets the state of the fields, but no card numbers.
((sandbox) => {
	const { cardRules: rules, createElement } = sandbox;
	const fields = sandbox.createCardFields();
	const zip = fields[3];
	const errorMessage = createElement("p", { role: "alert" });
	const card = createElement(
		"div",
		{ class: "card", role: "group", "aria-label": "Card details" },
		fields.map(({ node }) => node),
	);
	let lastReportedState = "";

	/** Returns the fields of Stripe.js's `change` event. */
	function readState() {
		return {
			empty: fields.every(({ input }) => !input.value),
			complete: fields.every((field) => !field.findErrorCode()),
			collapsed: false,
			value: { type: "card" },
		};
	}

	/** Supports only the variables of the Appearance API that the shop sets. */
	function setAppearance({ variables = {} }) {
		const { style } = document.documentElement;
		const { colorText, fontFamily, fontSizeBase } = variables;
		Object.assign(style, {
			...(colorText && { color: colorText }),
			...(fontFamily && { fontFamily }),
			...(fontSizeBase && { fontSize: fontSizeBase }),
		});
		for (const [name, variable] of [
			["--placeholder", "colorTextPlaceholder"],
			["--invalid", "colorDanger"],
			["--field", "colorBackground"],
			["--edge", "colorBorder"],
			["--radius", "borderRadius"],
		]) {
			if (variables[variable]) style.setProperty(name, variables[variable]);
		}
	}

	function loadFonts(fonts) {
		for (const { family, src, ...rest } of fonts) {
			const font = new FontFace(family, src, rest);
			document.fonts.add(font);
			font.load().catch(() => undefined);
		}
	}

	sandbox.onChannel(async ({ key, options, elementsOptions }, port) => {
		zip.input.value = options.defaultValues?.billingDetails?.address?.postal_code ?? "";
		const post = (type, details) => port.postMessage({ ...details, type });

		function reportChange() {
			for (const field of fields) {
				const isInvalid = Boolean(sandbox.getVisibleErrorCode(field));
				field.input.setAttribute("aria-invalid", String(isInvalid));
			}
			const errorCode = fields.map(sandbox.getVisibleErrorCode).find(Boolean);
			errorMessage.textContent = errorCode ? rules.toStripeError(errorCode).message : "";
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
				const isNextEmpty = nextField && !nextField.input.value;
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

		/** Shows the errors of all fields. Focuses the first invalid field and returns its error, or undefined. */
		function validate() {
			for (const field of fields) field.wasBlurred = true;
			reportChange();
			const invalid = fields.find((field) => field.findErrorCode());
			if (!invalid) return undefined;
			const error = rules.toStripeError(invalid.findErrorCode());
			errorMessage.textContent = error.message;
			invalid.input.setAttribute("aria-invalid", "true");
			invalid.input.focus();
			return error;
		}

		function createPaymentMethod(billing) {
			const [number, expiry, cvc] = fields.map(({ input }) => rules.getDigits(input.value));
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

		const answer = (id, result) => post("answer", { id, result });
		const commands = {
			elementsOptions: ({ elementsOptions: { appearance } }) => setAppearance(appearance),
			options: () => undefined,
			focus: () => fields[0].input.focus(),
			blur: () => document.activeElement?.blur(),
			clear,
			validate: ({ id }) => answer(id, { error: validate() }),
			createPaymentMethod: async ({ id, billing_details }) =>
				answer(id, await createPaymentMethod(billing_details)),
		};
		port.onmessage = ({ data }) => {
			commands[data.type](data);
		};

		const loadError = await sandbox.checkSession(key);
		if (loadError) return post("loaderror", { error: loadError });
		loadFonts(elementsOptions.fonts);
		setAppearance(elementsOptions.appearance ?? {});
		fields.forEach((field, index) => {
			listenTo(field, fields[index + 1]);
		});
		document.body.append(card, errorMessage);
		new ResizeObserver(() => post("height", { height: document.body.offsetHeight })).observe(
			document.body,
		);
		lastReportedState = JSON.stringify(readState());
		post("ready");
	});
})(window.stripeSandbox);
