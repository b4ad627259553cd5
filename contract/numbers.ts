const whole = new Intl.NumberFormat("en-US");

/** @returns a whole number as it is read: 1234 → "1,234". `toLocaleString` would make a formatter each time. */
export const formatWhole = (number: number): string => whole.format(number);

/** @param noun whose plural ends in s @returns "1 order", "1,200 orders" */
export const counted = (count: number, noun: string): string =>
	`${formatWhole(count)} ${noun}${count === 1 ? "" : "s"}`;
