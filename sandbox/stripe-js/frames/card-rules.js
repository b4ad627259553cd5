// Formats and validates card numbers, expiration dates, security codes and ZIP codes, without the DOM.
((sandbox) => {
	const brands = [
		{ name: "amex", prefix: /^3[47]/, lengths: [15], cvcLength: 4, groups: [4, 6, 5] },
		{ name: "visa", prefix: /^4/, lengths: [16], cvcLength: 3 },
		{ name: "mastercard", prefix: /^(5[1-5]|2[2-7])/, lengths: [16], cvcLength: 3 },
		{ name: "discover", prefix: /^(6011|65|64[4-9])/, lengths: [16], cvcLength: 3 },
		{ name: "diners", prefix: /^3[068]/, lengths: [14, 16], cvcLength: 3 },
		{ name: "jcb", prefix: /^35/, lengths: [16], cvcLength: 3 },
	];
	const unknownBrand = { name: "unknown", lengths: [16], cvcLength: 3 };

	const messages = {
		incomplete_number: "Your card number is incomplete.",
		invalid_number: "Your card number is invalid.",
		incomplete_expiry: "Your card's expiration date is incomplete.",
		invalid_expiry_month: "Your card's expiration month is invalid.",
		invalid_expiry_month_past: "Your card's expiration date is in the past.",
		invalid_expiry_year_past: "Your card's expiration year is in the past.",
		invalid_expiry_year: "Your card's expiration year is invalid.",
		incomplete_cvc: "Your card's security code is incomplete.",
		incomplete_zip: "Your postal code is incomplete.",
	};

	function getDigits(text) {
		return text.replace(/\D/g, "");
	}

	function getBrand(number) {
		return brands.find(({ prefix }) => prefix.test(getDigits(number))) ?? unknownBrand;
	}

	function passesLuhn(digits) {
		const values = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 ? 2 : 1));
		return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
	}

	function formatNumber(text) {
		const { lengths, groups = [4, 4, 4, 4] } = getBrand(text);
		let remaining = getDigits(text).slice(0, Math.max(...lengths));
		const parts = groups.map((size) => {
			const part = remaining.slice(0, size);
			remaining = remaining.slice(size);
			return part;
		});
		return parts.filter(Boolean).join(" ");
	}

	/** @param isDeleting - whether to omit a trailing separator, so that Backspace can delete the digit before it */
	function formatExpiry(text, isDeleting) {
		let digits = getDigits(text);
		if (/^[2-9]/.test(digits)) digits = `0${digits}`;
		digits = digits.replace(/^(..)20(..)$/, "$1$2").slice(0, 4);
		if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits;
		return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
	}

	function formatCvc(text, number) {
		return getDigits(text).slice(0, getBrand(number).cvcLength);
	}

	/** Returns an error code, or null if the number is valid. */
	function findNumberError(text) {
		const digits = getDigits(text);
		if (!getBrand(text).lengths.includes(digits.length)) return "incomplete_number";
		return passesLuhn(digits) ? null : "invalid_number";
	}

	function findExpiryError(text) {
		const digits = getDigits(text);
		if (digits.length < 4) return "incomplete_expiry";
		const now = new Date();
		const month = Number(digits.slice(0, 2));
		const year = 2000 + Number(digits.slice(2));
		if (month < 1 || month > 12) return "invalid_expiry_month";
		if (year < now.getFullYear()) return "invalid_expiry_year_past";
		if (year > now.getFullYear() + 50) return "invalid_expiry_year";
		const isPast = year === now.getFullYear() && month < now.getMonth() + 1;
		return isPast ? "invalid_expiry_month_past" : null;
	}

	function findCvcError(text, number) {
		return getDigits(text).length === getBrand(number).cvcLength ? null : "incomplete_cvc";
	}

	/** Formats a US ZIP code: all test cards are issued in the United States. */
	function formatZip(text) {
		return getDigits(text).slice(0, 5);
	}

	function findZipError(text) {
		return getDigits(text).length === 5 ? null : "incomplete_zip";
	}

	sandbox.cardRules = {
		getDigits,
		formatNumber,
		formatExpiry,
		formatCvc,
		formatZip,
		findNumberError,
		findExpiryError,
		findCvcError,
		findZipError,
		/** Returns the error that Stripe.js reports for an error code. */
		toStripeError: (code) => ({ type: "validation_error", code, message: messages[code] }),
	};
})(window.stripeSandbox);
