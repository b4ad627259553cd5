import { randomBytes, scryptSync } from "node:crypto";

const parameters = { cost: 1024, blockSize: 8, parallelization: 1 };

/**
 * Hashes a password as the shop did if its parameters had cost an eightieth of the work. For tests that verify passwords often and are
 * not about hashing: a login replaces such a hash by one with today's parameters.
 */
export function hashQuickly(password: string): string {
	const salt = randomBytes(16);
	const key = scryptSync(password, salt, 32, parameters);
	const { cost, blockSize, parallelization } = parameters;
	return `scrypt$${cost}$${blockSize}$${parallelization}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}
