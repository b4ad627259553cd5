import { passwordLength } from "#contract/limits.ts";
import { fullCostPrefix } from "./full-cost-passwords.ts";

/** Appends letters until `text` is long enough for a new password. */
export const asPassword = (text: string) => text.padEnd(passwordLength.min, "x");

export const validPassword = asPassword("first long secret");
export const otherPassword = asPassword("second long secret");
export const fullCostPassword = asPassword(fullCostPrefix);
export const tooShortPassword = "x".repeat(passwordLength.min - 1);
