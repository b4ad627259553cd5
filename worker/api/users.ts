import { Hono } from "hono";
import { accountCalls } from "#contract/calls/accounts.ts";
import type { FrontDoor } from "#worker/front/visit.ts";
import { deleteUser, getUsers, makeAdmin } from "#worker/shop/accounts/users.ts";
import { answer } from "./calls.ts";
import { deleted, userJson } from "./respond.ts";

export const users = new Hono<FrontDoor>();

answer(users, accountCalls.listUsers, async ({ shop }) => (await getUsers(shop)).map(userJson));

answer(users, accountCalls.makeAdmin, async ({ shop, param }) => ({
	result: { modifiedCount: await makeAdmin(shop, param("email")) },
}));

answer(users, accountCalls.deleteUser, async ({ shop, param }) =>
	deleted(await deleteUser(shop, param("email"))),
);
