export * from "./schema/accounts.ts";
export * from "./schema/catalogue.ts";
export * from "./schema/content.ts";
export * from "./schema/imports.ts";
export * from "./schema/orders.ts";
export * from "./schema/payments.ts";
export * from "./schema/service.ts";
export * from "./schema/stock.ts";
