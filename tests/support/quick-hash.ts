import { randomBytes, scryptSync } from "node:crypto";

const parameters = { cost: 2048, blockSize: 8, parallelization: 1 };

/**
 * Hashes a password with a fortieth of the shop's usual work. For tests that verify passwords
 * often and are not about hashing. A login replaces such a hash with one that has the shop's current parameters.
 */
export function hashQuickly(password: string): string {
	const salt = randomBytes(16);
	const key = scryptSync(password, salt, 32, parameters);
	const { cost, blockSize, parallelization } = parameters;
	return `scrypt$${cost}$${blockSize}$${parallelization}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}
