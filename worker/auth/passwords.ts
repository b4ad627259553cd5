import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** OWASP Password Storage Cheat Sheet: scrypt N=2^14 r=8 p=5, 16 MiB. */
const currentParameters = { cost: 2 ** 14, blockSize: 8, parallelization: 5 };
const keyBytes = 32;

const createPrefix = ({ cost, blockSize, parallelization }: typeof currentParameters) =>
	`scrypt$${cost}$${blockSize}$${parallelization}$`;
const currentPrefix = createPrefix(currentParameters);

const deriveKey = (password: string, salt: Buffer, parameters: typeof currentParameters) =>
	promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)(
		password.normalize("NFKC"),
		salt,
		keyBytes,
		{ ...parameters, maxmem: 64 * 1024 * 1024 },
	);

const encode = (salt: Buffer, key: Buffer) =>
	`${currentPrefix}${salt.toString("base64url")}$${key.toString("base64url")}`;

function decode(storedHash: string) {
	const [, cost, blockSize, parallelization, salt = "", key = ""] = storedHash.split("$");
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
	return encode(salt, await deriveKey(password, salt, currentParameters));
}

/** Compared with the password if there is no hash, so that the response takes just as long. */
const dummyHash = encode(Buffer.alloc(16), Buffer.alloc(keyBytes));

/** @param storedHash - null if the account is unknown or has no password */
export async function verifyPassword(
	password: string,
	storedHash: string | null,
): Promise<boolean> {
	const { parameters, salt, key } = decode(storedHash ?? dummyHash);
	const isEqual = timingSafeEqual(await deriveKey(password, salt, parameters), key);
	return isEqual && storedHash !== null;
}

export const isHashOutdated = (storedHash: string): boolean =>
	!storedHash.startsWith(currentPrefix);
