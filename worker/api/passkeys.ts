import { passkeyCalls } from "#contract/calls/passkeys.ts";
import { createApp } from "#worker/http/app.ts";
import { getPasskeyOptions, signInWithPasskey } from "#worker/shop/accounts/passkey-proof.ts";
import {
	addPasskey,
	createRegistrationOptions,
	listPasskeys,
	type OwnPasskey,
	removePasskey,
	renamePasskey,
} from "#worker/shop/accounts/passkeys.ts";
import { startSession } from "./accounts.ts";
import { register, toDeleteResult, toUpdateResult } from "./calls.ts";

const toPasskeyJson = ({ id, name, isSynced, createdAt, lastUsedAt }: OwnPasskey) => ({
	_id: id,
	name,
	synced: isSynced,
	createdAt: createdAt.toISOString(),
	lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export const passkeyRoutes = createApp();

register(passkeyRoutes, passkeyCalls.getPasskeyOptions, ({ shop }) => getPasskeyOptions(shop));

register(passkeyRoutes, passkeyCalls.signInWithPasskey, async ({ shop, context, readBody }) =>
	startSession(context, await signInWithPasskey(shop, (await readBody()).passkey)),
);

register(passkeyRoutes, passkeyCalls.listPasskeys, async ({ shop }) =>
	(await listPasskeys(shop)).map(toPasskeyJson),
);

register(passkeyRoutes, passkeyCalls.createRegistrationOptions, ({ shop }) =>
	createRegistrationOptions(shop),
);

register(passkeyRoutes, passkeyCalls.addPasskey, async ({ shop, readBody }) => {
	const { passkey, name } = await readBody();
	await addPasskey(shop, passkey, name);
	return { added: true };
});

register(passkeyRoutes, passkeyCalls.renamePasskey, async ({ shop, param, readBody }) =>
	toUpdateResult(await renamePasskey(shop, param("id"), (await readBody()).name)),
);

register(passkeyRoutes, passkeyCalls.removePasskey, async ({ shop, param }) =>
	toDeleteResult(await removePasskey(shop, param("id"))),
);
