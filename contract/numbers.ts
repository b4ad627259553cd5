const whole = new Intl.NumberFormat("en-US");

/** 1234 → "1,234". `toLocaleString` would create a formatter for each call. */
export const formatWhole = (number: number): string => whole.format(number);

/** "1 order", "1,200 orders". @param noun singular; its plural must end in s */
export const formatCount = (count: number, noun: string): string =>
	`${formatWhole(count)} ${noun}${count === 1 ? "" : "s"}`;
