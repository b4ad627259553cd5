const whole = new Intl.NumberFormat("en-US");

/** @returns a whole number as it is read: 1234 → "1,234". `toLocaleString` would make a formatter each time. */
export const formatWhole = (number: number): string => whole.format(number);
