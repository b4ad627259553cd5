import { and, asc, eq, exists, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { InferOutput } from "valibot";
import { ShopError } from "#contract/errors.ts";
import type { messageSchema } from "#contract/schemas/contact.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { messages, users } from "#worker/db/schema.ts";
import { createAuditEntry } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { hashSubmission } from "../form-key.ts";
import {
	newestFirst,
	olderThan,
	readList,
	readPage,
	startsWith,
	type TableView,
} from "../list-queries.ts";
import { write, writeAudited } from "../write.ts";
import {
	getNetworkHashPrefix,
	isBelowDailyLimit,
	queueContactEmail,
	sendContactEmailAfterResponse,
} from "./outbox.ts";

/** Whether the sender is signed in and has verified the message's address. Only then is a copy sent. */
const isFromVerifiedAccount = ({ db }: ShopContext, id: string): SQL =>
	exists(
		db
			.select({ id: users.id })
			.from(messages)
			.innerJoin(users, eq(users.id, messages.userId))
			.where(
				and(eq(messages.id, id), eq(users.email, messages.email), isNotNull(users.emailVerifiedAt)),
			),
	);

/**
 * Stores a message for staff, and emails it to the shop.
 * @param formKey - identifies the form; submitting it twice with the same content creates one message
 * @returns the message's id
 * @throws ShopError 429
 */
export async function sendMessage(
	shop: ShopContext,
	{ message: text, ...fields }: InferOutput<typeof messageSchema>,
	formKey: string | null,
): Promise<string> {
	const { db, env, visitor, account } = shop;
	await enforceRateLimit(env, "messageNetwork", visitor.network);
	await enforceRateLimit(env, "messageEmail", fields.email);
	const id = createId();
	const networkHashPrefix = await getNetworkHashPrefix(shop);
	const key = formKey && (await hashSubmission(formKey, { ...fields, text }));
	const row = { id, userId: account?.id ?? null, ...fields, text, formKey: key };
	const isStored = exists(db.select({ id: messages.id }).from(messages).where(eq(messages.id, id)));
	const written = await write(shop, {
		statements: [
			db.insert(messages).values(row).onConflictDoNothing(),
			queueContactEmail(
				db,
				"message",
				id,
				and(isStored, isBelowDailyLimit(db, "message", networkHashPrefix)),
				networkHashPrefix,
			),
			queueContactEmail(db, "copy", id, and(isStored, isFromVerifiedAccount(shop, id))),
		],
		confirmWrite: db
			.select({ id: messages.id })
			.from(messages)
			.where(or(eq(messages.id, id), key === null ? undefined : eq(messages.formKey, key))),
	});
	if (!written) throw new ShopError("unavailable");
	for (const kind of ["message", "copy"] as const)
		sendContactEmailAfterResponse(shop, kind, written.id);
	return written.id;
}

const columns = {
	id: messages.id,
	name: messages.name,
	email: messages.email,
	subject: messages.subject,
	orderNumber: messages.orderNumber,
	text: messages.text,
	answeredAt: messages.answeredAt,
	createdAt: messages.createdAt,
};

/**
 * Reads a page of messages, sorted by email if there is a search, then newest first.
 * @throws ShopError 401, 403
 */
export async function getMessagesPage(
	shop: ShopContext,
	{ page, search, state }: TableView & { state: "new" | "answered" | null },
) {
	requireCapability(shop, "messages:answer");
	const query = shop.db
		.select(columns)
		.from(messages)
		.where(
			and(
				state === "new" ? isNull(messages.answeredAt) : undefined,
				state === "answered" ? isNotNull(messages.answeredAt) : undefined,
				search ? startsWith(messages.email, search.toLowerCase()) : undefined,
			),
		)
		.orderBy(...(search ? [asc(messages.email)] : []), ...newestFirst(messages));
	return readPage(query, page);
}

export type Message = Awaited<ReturnType<typeof getMessagesPage>>["rows"][number];

/**
 * Lists the 500 newest messages, or the 500 newest before the cursor.
 * @throws ShopError 401, 403
 */
export async function listMessages(shop: ShopContext, cursor?: Cursor) {
	requireCapability(shop, "messages:answer");
	const query = shop.db
		.select(columns)
		.from(messages)
		.where(cursor && olderThan(messages, cursor))
		.orderBy(...newestFirst(messages));
	return readList(query);
}

/** @throws ShopError 401, 403, 404 */
export async function requireMessage(shop: ShopContext, id: string): Promise<Message> {
	requireCapability(shop, "messages:answer");
	const message = await shop.db.select(columns).from(messages).where(eq(messages.id, id)).get();
	if (!message) throw new ShopError("message_not_found");
	return message;
}

/** Audit entries omit the sender's name, because it may have to be erased later. */
const messageEntry = { name: sql`'Message'`, detail: sql`''` };

/**
 * Does nothing if the message already has this state.
 * @returns the number of changed messages
 * @throws ShopError 401, 403, 404
 */
export async function markMessage(
	shop: ShopContext,
	id: string,
	isAnswered: boolean,
): Promise<number> {
	const account = requireCapability(shop, "messages:answer");
	const { db } = shop;
	const isInOtherState = isAnswered ? isNull(messages.answeredAt) : isNotNull(messages.answeredAt);
	const isMessage = and(eq(messages.id, id), isInOtherState);
	const audit = createAuditEntry(account, {
		action: isAnswered ? "message-answered" : "message-reopened",
		id,
		...messageEntry,
		where: exists(db.select({ id: messages.id }).from(messages).where(isMessage)),
	});
	const written = await writeAudited(shop, {
		audit,
		statements: [
			db
				.update(messages)
				.set({ answeredAt: isAnswered ? new Date() : null })
				.where(isMessage),
		],
	});
	if (written) return 1;
	await requireMessage(shop, id);
	return 0;
}

/**
 * Deletes a message. Its queued emails are not sent.
 * @returns 1, the number of deleted messages
 * @throws ShopError 401, 403, 404
 */
export async function deleteMessage(shop: ShopContext, id: string): Promise<number> {
	const account = requireCapability(shop, "messages:answer");
	const { db } = shop;
	const message = db.select({ id: messages.id }).from(messages).where(eq(messages.id, id));
	const audit = createAuditEntry(account, {
		action: "message-deleted",
		id,
		...messageEntry,
		where: exists(message),
	});
	const deleted = await writeAudited(shop, {
		audit,
		statements: [db.delete(messages).where(eq(messages.id, id))],
	});
	if (!deleted) throw new ShopError("message_not_found");
	return 1;
}
