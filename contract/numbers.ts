/**
 * 1234 → "1,234". Without `Intl`, because creating the first formatter of a page takes a browser 10 ms, and a slow phone 50 to 90 ms.
 */
export const formatInteger = (number: number): string =>
	String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");

/** "15 of 20"; "20" if the part is the whole. */
export const formatPart = (part: number, whole: number): string =>
	part === whole ? formatInteger(whole) : `${formatInteger(part)} of ${formatInteger(whole)}`;

/** "1 order", "1,200 orders". @param noun - singular; its plural must end in s */
export const formatCount = (count: number, noun: string): string =>
	`${formatInteger(count)} ${noun}${count === 1 ? "" : "s"}`;
