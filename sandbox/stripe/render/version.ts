/** Version of the API that the answers follow, the one of the `stripe` SDK in package.json. */
export const apiVersion = "2026-10-28.endive";
