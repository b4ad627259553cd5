import { createAuthenticator } from "../../support/passkeys.ts";
import type { Fixture } from "./fixture.ts";

// Not in passkey-rows.ts, because the fuzzer imports this file and also runs outside vitest.

const { id, create, sign } = await createAuthenticator("http://localhost:8787");
export const passkeyId = id;
const challenge = "a".repeat(32);
export const registration = await create({ challenge });
export const assertion = await sign("nobody", { challenge });

export const getShopperPasskeyPath = ({ accounts }: Fixture) =>
	`/passkeys/${passkeyId}${accounts.shopper.id}`;
