import { ParameterError } from "./errors.ts";

/** Stripe's minimum charge amounts (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts), in the smallest unit. */
const minimumAmounts: Record<string, number> = {
	usd: 50,
	aed: 200,
	aud: 50,
	bgn: 100,
	brl: 50,
	cad: 50,
	chf: 50,
	czk: 1500,
	dkk: 250,
	eur: 50,
	gbp: 30,
	hkd: 400,
	huf: 17_500,
	inr: 50,
	jpy: 50,
	mxn: 1000,
	myr: 200,
	nok: 300,
	nzd: 50,
	pln: 200,
	ron: 200,
	sek: 300,
	sgd: 50,
	thb: 1000,
};

/** Stripe's other currencies. Stripe derives their minimums from exchange rates; here they are 50. */
const otherCurrencies =
	"afn all amd ang aoa ars awg azn bam bbd bdt bif bmd bnd bob bsd bwp byn bzd cdf clp cny cop crc cve djf dop dzd egp etb fjd fkp gel gip gmd gnf gtq gyd hnl htg idr ils isk jmd kes kgs khr kmf krw kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mzn nad ngn nio npr pab pen pgk php pkr pyg qar rsd rub rwf sar sbd scr shp sle sos srd std szl tjs top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw".split(
		" ",
	);

const supportedCurrencies = [...Object.keys(minimumAmounts), ...otherCurrencies];

/** Formats cents as Stripe's errors do: `$12.50`. */
export function formatDollars(cents: number): string {
	return `$${(cents / 100).toFixed(2)}`;
}

/**
 * Checks the currency and the amount as Stripe does.
 * @param accountMinimum - the account's own minimum, which applies if it is above Stripe's, in the currency's smallest unit
 * @throws ParameterError for an unsupported currency, or an amount that is too small or too large
 */
export function checkAmount(amount: number, currency: string, accountMinimum: number): void {
	if (!supportedCurrencies.includes(currency)) {
		throw new ParameterError(
			"currency",
			null,
			`Invalid currency: ${currency}. Stripe currently supports these currencies: ${supportedCurrencies.join(", ")}`,
		);
	}
	if (amount < 1) {
		throw new ParameterError(
			"amount",
			"parameter_invalid_integer",
			"This value must be greater than or equal to 1.",
		);
	}
	const minimum = Math.max(minimumAmounts[currency] ?? 50, accountMinimum);
	if (amount < minimum) {
		throw new ParameterError(
			"amount",
			"amount_too_small",
			`Amount must be at least ${formatDollars(minimum)} ${currency}`,
		);
	}
	if (amount > 99_999_999) {
		throw new ParameterError(
			"amount",
			"amount_too_large",
			`Amount must be no more than $999,999.99 ${currency}`,
		);
	}
}
