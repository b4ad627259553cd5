import { Badge } from "#app/ui/feedback.tsx";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import type { CallNote, Sent } from "#contract/reference.ts";

const columns: Column<Sent>[] = [
	{ header: "Name", cell: ({ name }) => <code>{name}</code> },
	{ header: "In", cell: ({ place }) => place },
	{ header: "Type", cell: ({ kind }) => kind },
	{ header: "Required", cell: ({ required }) => (required ? "yes" : "no") },
];

/** One call: permission, parameters, response, errors. */
export function CallEntry({ call }: { call: CallNote }) {
	const { id, method, path, summary, note, who, sent, answer, errors } = call;
	return (
		<article id={id} className="grid min-w-0 scroll-mt-20 gap-4 border-t border-base-300 pt-6">
			<header className="grid gap-1">
				<h3 className="text-xl">
					<span className="text-accent">{method}</span> {path}
				</h3>
				<p>
					{summary}. <Badge>{who}</Badge>
				</p>
				{note && <p className="max-w-text text-muted">{note}</p>}
			</header>
			{sent.length > 0 && (
				<DataTable
					caption={`What ${method} ${path} is sent`}
					columns={columns}
					rows={sent}
					rowKey={({ place, name }) => `${place} ${name}`}
				/>
			)}
			<div className="grid gap-4 xl:grid-cols-2">
				<div className="grid min-w-0 content-start gap-1">
					<h4 className="text-sm font-semibold">Response</h4>
					<pre className="whitespace-pre-wrap rounded-sm bg-base-200 p-3 text-sm">
						<code>{answer}</code>
					</pre>
				</div>
				{errors.length > 0 && (
					<div className="grid content-start gap-1">
						<h4 className="text-sm font-semibold">Errors</h4>
						<ul className="text-sm">
							{errors.map(({ status, code, message }) => (
								<li key={code} className="flex gap-3 border-b border-base-300 py-1">
									<span className="num shrink-0 font-semibold">{status}</span>
									<span>
										<code>{code}</code> <span className="text-muted">{message}</span>
									</span>
								</li>
							))}
						</ul>
					</div>
				)}
			</div>
		</article>
	);
}
