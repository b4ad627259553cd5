/*
 * The name of each error is the `code` in responses and must not change. Messages from specification.md §4, §5 and §8 must not change
 * either. `ShopError` fills in `{values}`. The errors are constants in a file for each subject, not an object, so that a page loads few
 * that it does not use.
 */
export * from "./accounts.ts";
export * from "./catalogue.ts";
export * from "./orders.ts";
export * from "./payments.ts";
export * from "./requests.ts";
