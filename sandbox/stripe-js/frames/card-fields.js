// The four inputs of the card form, with their labels, formats and validation.
((sandbox) => {
	const rules = sandbox.cardRules;
	const { createElement } = sandbox;

	function createField(name, label, attributes) {
		const id = `card-${name}`;
		const input = createElement("input", {
			...attributes,
			id,
			type: "text",
			inputmode: "numeric",
			autocorrect: "off",
			spellcheck: "false",
			"aria-required": "true",
		});
		const node = createElement("div", { class: `field field-${name}` }, [
			createElement("label", { for: id }, [label]),
			input,
		]);
		return { input, node, wasBlurred: false, previousValue: "" };
	}

	/** Replaces the input's value with the formatted one and keeps the caret after the same digit. */
	function reformat(input, formatted) {
		if (input.value === formatted) return;
		const caret = input.selectionStart ?? input.value.length;
		const isAtEnd = caret >= input.value.length;
		let digitsBeforeCaret = rules.getDigits(input.value.slice(0, caret)).length;
		input.value = formatted;
		if (isAtEnd) return;
		let position = 0;
		while (position < formatted.length && digitsBeforeCaret > 0) {
			if (/\d/.test(formatted.charAt(position))) digitsBeforeCaret--;
			position++;
		}
		input.setSelectionRange(position, position);
	}

	/** Creates the fields of a card form. A field's `findErrorCode` returns null if the value is valid. */
	sandbox.createCardFields = () => {
		const number = createField("number", "Card number", {
			autocomplete: "cc-number",
			placeholder: "1234 1234 1234 1234",
		});
		const expiry = createField("expiry", "Expiration date", {
			autocomplete: "cc-exp",
			placeholder: "MM / YY",
		});
		const cvc = createField("cvc", "CVC", { autocomplete: "cc-csc", placeholder: "123" });
		const zip = createField("zip", "ZIP", {
			autocomplete: "billing postal-code",
			placeholder: "12345",
		});

		number.findErrorCode = () => rules.findNumberError(number.input.value);
		number.format = () => {
			reformat(number.input, rules.formatNumber(number.input.value));
		};
		expiry.findErrorCode = () => rules.findExpiryError(expiry.input.value);
		expiry.format = () => {
			const isDeleting = expiry.input.value.length < expiry.previousValue.length;
			reformat(expiry.input, rules.formatExpiry(expiry.input.value, isDeleting));
			expiry.previousValue = expiry.input.value;
		};
		cvc.findErrorCode = () => rules.findCvcError(cvc.input.value, number.input.value);
		cvc.format = () => {
			reformat(cvc.input, rules.formatCvc(cvc.input.value, number.input.value));
		};
		zip.findErrorCode = () => rules.findZipError(zip.input.value);
		zip.format = () => {
			reformat(zip.input, rules.formatZip(zip.input.value));
		};
		return [number, expiry, cvc, zip];
	};

	/** Returns the error code that a field should show, or null. Until the field first loses focus, an incomplete value is not an error. */
	sandbox.getVisibleErrorCode = (field) => {
		if (!field.input.value) return null;
		const code = field.findErrorCode();
		return code && (field.wasBlurred || !code.startsWith("incomplete")) ? code : null;
	};
})(window.stripeSandbox);
