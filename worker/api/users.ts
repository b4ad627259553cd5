import { Hono } from "hono";
import { accountCalls } from "#contract/calls/accounts.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { listUsers } from "#worker/shop/accounts/list.ts";
import { deleteUser, makeAdmin } from "#worker/shop/accounts/users.ts";
import { answer, goOn } from "./calls.ts";
import { deleted, userJson } from "./respond.ts";

export const users = new Hono<AppEnv>();

answer(users, accountCalls.listUsers, async ({ shop, context, readQuery }) =>
	goOn(context, await listUsers(shop, readQuery().after)).map(userJson),
);

answer(users, accountCalls.makeAdmin, async ({ shop, param }) => ({
	result: { modifiedCount: await makeAdmin(shop, param("email")) },
}));

answer(users, accountCalls.deleteUser, async ({ shop, param }) =>
	deleted(await deleteUser(shop, param("email"))),
);
