/** Passwords that start with this are hashed at full cost in tests. */
export const fullCostPrefix = "full cost ";

/** By how much tests divide scrypt's cost for other passwords. */
export const scryptCostDivisor = 1024;
