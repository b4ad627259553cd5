// The four inputs of the card form: what they are called, how they format, what they find wrong.
((sandbox) => {
	const rules = sandbox.cardRules;
	const { make } = sandbox;

	function makeField(name, label, attributes) {
		const id = `card-${name}`;
		const input = make("input", {
			...attributes,
			id,
			type: "text",
			inputmode: "numeric",
			autocorrect: "off",
			spellcheck: "false",
			"aria-required": "true",
		});
		const node = make("div", { class: `field field-${name}` }, [
			make("label", { for: id }, [label]),
			input,
		]);
		return { input, node, left: false, previous: "" };
	}

	/** Rewrites the value in its proper form and keeps the caret behind the digit it was behind. */
	function reformat(input, formatted) {
		if (input.value === formatted) return;
		const caret = input.selectionStart ?? input.value.length;
		const isAtEnd = caret >= input.value.length;
		let digitsBefore = rules.digitsOf(input.value.slice(0, caret)).length;
		input.value = formatted;
		if (isAtEnd) return;
		let place = 0;
		while (place < formatted.length && digitsBefore > 0) {
			if (/\d/.test(formatted.charAt(place))) digitsBefore--;
			place++;
		}
		input.setSelectionRange(place, place);
	}

	/** Makes the fields of one card form. `check` gives null or the code of what is wrong. */
	sandbox.makeCardFields = () => {
		const number = makeField("number", "Card number", {
			autocomplete: "cc-number",
			placeholder: "1234 1234 1234 1234",
		});
		const expiry = makeField("expiry", "Expiry date", {
			autocomplete: "cc-exp",
			placeholder: "MM / YY",
		});
		const cvc = makeField("cvc", "CVC", { autocomplete: "cc-csc", placeholder: "123" });
		const zip = makeField("zip", "ZIP", {
			autocomplete: "billing postal-code",
			placeholder: "12345",
		});

		number.check = () => rules.checkNumber(number.input.value);
		number.format = () => {
			reformat(number.input, rules.formatNumber(number.input.value));
		};
		expiry.check = () => rules.checkExpiry(expiry.input.value);
		expiry.format = () => {
			const isDeleting = expiry.input.value.length < expiry.previous.length;
			reformat(expiry.input, rules.formatExpiry(expiry.input.value, isDeleting));
			expiry.previous = expiry.input.value;
		};
		cvc.check = () => rules.checkCvc(cvc.input.value, number.input.value);
		cvc.format = () => {
			reformat(cvc.input, rules.formatCvc(cvc.input.value, number.input.value));
		};
		zip.check = () => rules.checkZip(zip.input.value);
		zip.format = () => {
			reformat(zip.input, rules.formatZip(zip.input.value));
		};
		return [number, expiry, cvc, zip];
	};

	/** Returns the code a field should show now: what may still be typed to its end only once it was left. */
	sandbox.visibleProblem = (field) => {
		if (!field.input.value) return null;
		const code = field.check();
		return code && (field.left || !code.startsWith("incomplete")) ? code : null;
	};
})(window.stripeSandbox);
