/** The API version of the responses: that of the `stripe` SDK in package.json. */
export const apiVersion = "2026-10-28.endive";
