import * as v from "valibot";

/** A kind of stored document: its name and the schema that parses it when it is read. */
export interface DocumentKind<T> {
	name: string;
	schema: v.GenericSchema<unknown, T>;
}

const schemaSql = `
CREATE TABLE IF NOT EXISTS documents (
	seq INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	tag TEXT,
	body TEXT NOT NULL,
	UNIQUE (kind, id)
);
CREATE INDEX IF NOT EXISTS documents_by_tag ON documents (kind, tag, seq);`;

/** Stores JSON documents in SQLite by kind and id. Lists can be filtered by `tag` only. */
export class Store {
	readonly #sql: SqlStorage;

	constructor(sql: SqlStorage) {
		this.#sql = sql;
		sql.exec(schemaSql);
	}

	get<T>(kind: DocumentKind<T>, id: string): T | null {
		const rows = this.#sql
			.exec<{ body: string }>("SELECT body FROM documents WHERE kind = ? AND id = ?", kind.name, id)
			.toArray();
		return rows[0] ? parseDocument(kind, rows[0].body) : null;
	}

	/** Inserts or replaces the document. A replacement keeps its position in lists. */
	put<T>(kind: DocumentKind<T>, id: string, value: T, tag: string | null = null): T {
		this.#sql.exec(
			`INSERT INTO documents (kind, id, tag, body) VALUES (?, ?, ?, ?)
			ON CONFLICT (kind, id) DO UPDATE SET tag = excluded.tag, body = excluded.body`,
			kind.name,
			id,
			tag,
			JSON.stringify(value),
		);
		return value;
	}

	/** Lists documents, newest first; if `tag` is set, only those with that tag. */
	list<T>(kind: DocumentKind<T>, tag?: string): T[] {
		return this.#sql
			.exec<{ body: string }>(
				`SELECT body FROM documents WHERE kind = ?1 AND (?2 IS NULL OR tag = ?2) ORDER BY seq DESC`,
				kind.name,
				tag ?? null,
			)
			.toArray()
			.map((row) => parseDocument(kind, row.body));
	}

	remove(kind: DocumentKind<unknown>, id: string): void {
		this.#sql.exec("DELETE FROM documents WHERE kind = ? AND id = ?", kind.name, id);
	}

	clear(kind: DocumentKind<unknown>): void {
		this.#sql.exec("DELETE FROM documents WHERE kind = ?", kind.name);
	}

	clearAll(): void {
		this.#sql.exec("DELETE FROM documents");
	}
}

function parseDocument<T>(kind: DocumentKind<T>, body: string): T {
	return v.parse(kind.schema, JSON.parse(body));
}
