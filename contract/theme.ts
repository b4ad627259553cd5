/** `system` follows the setting of the device. */
export const themes = { system: "Auto", light: "Light", dark: "Dark" } as const;

export const themePath = "/theme";
