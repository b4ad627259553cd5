import { passwordLength } from "#contract/limits.ts";

/** Appends letters until `text` is long enough for a new password. */
export const asPassword = (text: string) => text.padEnd(passwordLength.min, "x");

export const validPassword = asPassword("first long secret");
export const otherPassword = asPassword("second long secret");
export const tooShortPassword = "x".repeat(passwordLength.min - 1);
