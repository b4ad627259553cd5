import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { fullCostPrefix, scryptCostDivisor } from "./full-cost-passwords.ts";

/**
 * This file divides scrypt's cost by 1024 in the processes of tests, which import it. Otherwise, each of their hashes would take 0.15 s
 * of CPU time. Passwords that start with `fullCostPrefix` are hashed at full cost.
 */
const { scrypt, scryptSync } = crypto;

type Callback = (error: Error | null, key: Buffer) => void;

function reduceCost(
	password: string,
	{ cost = 2 ** 14, ...options }: crypto.ScryptOptions = {},
): crypto.ScryptOptions {
	const divisor = password.startsWith(fullCostPrefix) ? 1 : scryptCostDivisor;
	return { ...options, cost: cost / divisor };
}

Object.assign(crypto, {
	scrypt: (
		password: string,
		salt: Buffer,
		keyBytes: number,
		options: crypto.ScryptOptions,
		callback: Callback,
	) => scrypt(password, salt, keyBytes, reduceCost(password, options), callback),
	scryptSync: (password: string, salt: Buffer, keyBytes: number, options?: crypto.ScryptOptions) =>
		scryptSync(password, salt, keyBytes, reduceCost(password, options)),
});
syncBuiltinESMExports();
