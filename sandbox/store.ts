import * as v from "valibot";

/** A kind of stored document: its name and the schema it is read back with. */
export interface Kind<T> {
	name: string;
	schema: v.GenericSchema<unknown, T>;
}

const tables = `
CREATE TABLE IF NOT EXISTS documents (
	seq INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	tag TEXT,
	body TEXT NOT NULL,
	UNIQUE (kind, id)
);
CREATE INDEX IF NOT EXISTS documents_by_tag ON documents (kind, tag, seq);`;

/** JSON documents by kind and id, in SQLite; `tag` is the one thing they can be listed by. */
export class Store {
	readonly #sql: SqlStorage;

	constructor(sql: SqlStorage) {
		this.#sql = sql;
		sql.exec(tables);
	}

	/** Returns the document, or null when there is none. */
	get<T>(kind: Kind<T>, id: string): T | null {
		const rows = this.#sql
			.exec<{ body: string }>("SELECT body FROM documents WHERE kind = ? AND id = ?", kind.name, id)
			.toArray();
		return rows[0] ? read(kind, rows[0].body) : null;
	}

	/** Writes the document; one of the same kind and id is replaced and keeps its place in lists. */
	put<T>(kind: Kind<T>, id: string, value: T, tag: string | null = null): T {
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

	/** Lists documents, newest first; with `tag`, only those that carry it. */
	list<T>(kind: Kind<T>, tag?: string): T[] {
		return this.#sql
			.exec<{ body: string }>(
				`SELECT body FROM documents WHERE kind = ?1 AND (?2 IS NULL OR tag = ?2) ORDER BY seq DESC`,
				kind.name,
				tag ?? null,
			)
			.toArray()
			.map((row) => read(kind, row.body));
	}

	/** Deletes the document, if there is one. */
	remove(kind: Kind<unknown>, id: string): void {
		this.#sql.exec("DELETE FROM documents WHERE kind = ? AND id = ?", kind.name, id);
	}

	/** Deletes every document of the kind. */
	clear(kind: Kind<unknown>): void {
		this.#sql.exec("DELETE FROM documents WHERE kind = ?", kind.name);
	}

	/** Deletes every document. */
	clearAll(): void {
		this.#sql.exec("DELETE FROM documents");
	}
}

function read<T>(kind: Kind<T>, body: string): T {
	return v.parse(kind.schema, JSON.parse(body));
}
