import { and, eq, isNotNull, sql } from "drizzle-orm";
import { secondFactors, users } from "#worker/db/schema.ts";

/** The columns of `Account`, which each request reads for the signed-in user. */
export const accountColumns = {
	id: users.id,
	email: users.email,
	name: users.name,
	role: users.role,
};

export const isVerified = sql`${users.emailVerifiedAt} is not null`.mapWith(Boolean);

const isConfirmedFactor = and(
	eq(secondFactors.userId, users.id),
	isNotNull(secondFactors.confirmedAt),
);

export const hasSecondFactor =
	sql`exists (select 1 from ${secondFactors} where ${isConfirmedFactor})`.mapWith(Boolean);
