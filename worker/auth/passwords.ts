import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** OWASP Password Storage Cheat Sheet: scrypt N=2^14 r=8 p=5, 16 MiB. */
const current = { cost: 2 ** 14, blockSize: 8, parallelization: 5 };
const keyBytes = 32;

type Parameters = typeof current;

const deriveKey = (password: string, salt: Buffer, parameters: Parameters): Promise<Buffer> =>
	new Promise((resolve, reject) => {
		const options = { ...parameters, maxmem: 64 * 1024 * 1024 };
		scrypt(password.normalize("NFKC"), salt, keyBytes, options, (error, key) =>
			error ? reject(error) : resolve(key),
		);
	});

const encode = ({ cost, blockSize, parallelization }: Parameters, salt: Buffer, key: Buffer) =>
	[
		"scrypt",
		cost,
		blockSize,
		parallelization,
		salt.toString("base64url"),
		key.toString("base64url"),
	].join("$");

function decode(stored: string) {
	const [, cost, blockSize, parallelization, salt = "", key = ""] = stored.split("$");
	return {
		parameters: {
			cost: Number(cost),
			blockSize: Number(blockSize),
			parallelization: Number(parallelization),
		},
		salt: Buffer.from(salt, "base64url"),
		key: Buffer.from(key, "base64url"),
	};
}

export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(16);
	return encode(current, salt, await deriveKey(password, salt, current));
}

/** Compared if an account has no hash, so that the response takes as long as for an account with one. */
const dummyHash = encode(current, Buffer.alloc(16), Buffer.alloc(keyBytes));

/**
 * Takes the same time for accounts with a password, accounts without one, and unknown accounts.
 * @param stored null if there is no password hash
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
	const { parameters, salt, key } = decode(stored ?? dummyHash);
	const isEqual = timingSafeEqual(await deriveKey(password, salt, parameters), key);
	return isEqual && stored !== null;
}

/** Returns whether a hash was created with other parameters than the current ones. */
export function isOutdated(stored: string): boolean {
	const { cost, blockSize, parallelization } = current;
	return !stored.startsWith(`scrypt$${cost}$${blockSize}$${parallelization}$`);
}
