import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * This file divides scrypt's cost by 1024 in the processes of unit tests, which import it. Otherwise, each of their 140 hashes would
 * take 0.15 s of CPU time. In `tests/api`, the Worker hashes at full cost.
 */
const { scrypt, scryptSync } = crypto;

type Callback = (error: Error | null, key: Buffer) => void;

const divideCost = ({ cost = 2 ** 14, ...options }: crypto.ScryptOptions = {}) => ({
	...options,
	cost: cost / 1024,
});

Object.assign(crypto, {
	scrypt: (
		password: string,
		salt: Buffer,
		keyBytes: number,
		options: crypto.ScryptOptions,
		callback: Callback,
	) => scrypt(password, salt, keyBytes, divideCost(options), callback),
	scryptSync: (password: string, salt: Buffer, keyBytes: number, options?: crypto.ScryptOptions) =>
		scryptSync(password, salt, keyBytes, divideCost(options)),
});
syncBuiltinESMExports();
