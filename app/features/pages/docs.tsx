import { pageMeta } from "#app/lib/page-meta.ts";
import { Page, Section } from "#app/ui/page.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import type { Route } from "./+types/docs.ts";
import { Inline } from "./markdown.tsx";

const lead = "Every API call: access, parameters, response and errors.";

export const meta: Route.MetaFunction = () => pageMeta("Developers", lead);

export async function loader() {
	// Imported when needed, so that the Worker starts faster.
	const { describeCalls } = await import("#contract/openapi.ts");
	return { groups: describeCalls() };
}

type Groups = Route.ComponentProps["loaderData"]["groups"];
type Call = Groups[number]["calls"][number];

const Contents = ({ groups }: { groups: Groups }) => (
	<nav
		aria-label="Calls"
		className="hidden content-start gap-4 text-sm lg:sticky lg:grid lg:top-20 lg:max-h-[calc(100vh-6rem)] lg:overflow-y-auto"
	>
		{groups.map(({ title, calls }) => (
			<div key={title} className="grid gap-1">
				<p className="font-semibold">{title}</p>
				<ul>
					{calls.map(({ id, method, path }) => (
						<li key={id}>
							<a href={`#${id}`} className="flex gap-2 py-1">
								<span className="w-14 shrink-0 text-muted">{method}</span>
								<span className="link min-w-0">
									<WrappableText text={path} />
								</span>
							</a>
						</li>
					))}
				</ul>
			</div>
		))}
	</nav>
);

const example = `shop=https://…
curl -c jar -H "Content-Type: application/json" \\
  -d '{"email":"…","password":"…"}' $shop/auth/login
curl -b jar -X PUT -H "Origin: $shop" \\
  -H "Content-Type: application/json" \\
  -d '{"email":"…"}' $shop/user/…
curl -H "Authorization: Bearer …" $shop/orders/…`;

const Usage = () => (
	<Section id="usage" title="Using the API" isLarge className="grid max-w-text gap-3">
		<p>
			The API has the same origin as the pages. Request bodies are JSON, at most 64 KiB. Spell field
			names exactly as listed. Prices are in dollars, quantities in pieces.
		</p>
		<p>
			Sign in with <code>POST /auth/login</code>, which sets a cookie. With the cookie, every call
			that changes something must have an <code>Origin</code> header with this site's origin, which
			browsers send automatically. With the token that <code>PUT /user/{"{email}"}</code> returns,
			sent as <code>Authorization: Bearer</code>, no <code>Origin</code> is required.
		</p>
		<pre className="whitespace-pre-wrap rounded-sm bg-base-200 p-3 text-sm">
			<code>{example}</code>
		</pre>
		<p>
			An error is{" "}
			<code>{`{ "message": …, "code": …, "issues": [{ "field": …, "message": …\u00a0}]\u00a0}`}</code>
			; <code>issues</code> is present if fields are invalid. Codes are stable; messages may change.
			Calls that list a 304 in the OpenAPI document send an <code>ETag</code>.
		</p>
		<p>
			Any call can also respond with 500 <code>internal_error</code>, 503 <code>unavailable</code>,
			and, if it changes something, 403 <code>cross_origin</code>. A 429 or 503 has a{" "}
			<code>Retry-After</code> header.
		</p>
		<p>
			<a href="/openapi.json" className="link font-semibold">
				OpenAPI 3.1 document
			</a>
		</p>
	</Section>
);

function CallEntry({ call }: { call: Call }) {
	const { id, method, path, summary, note, access, inputs, response, errors } = call;
	return (
		<article id={id} className="grid min-w-0 scroll-mt-20 gap-4 border-t border-base-300 pt-6">
			<header className="grid gap-1">
				<h3 className="text-xl">
					<span className="text-accent">{method}</span> <WrappableText text={path} />
				</h3>
				<p>{summary}.</p>
				<p className="text-sm font-semibold">{access}</p>
				{note && (
					<p className="max-w-text text-muted">
						<Inline text={note} />
					</p>
				)}
			</header>
			{inputs.length > 0 && (
				<div className="grid gap-1">
					<h4 className="text-sm font-semibold">Parameters</h4>
					<ul className="text-sm">
						{inputs.map(({ name, in: place, type, required }) => (
							<li
								key={`${place} ${name}`}
								className="flex flex-wrap gap-x-3 border-b border-base-300 py-1"
							>
								<code className="font-semibold">{name}</code>
								<span>
									<Inline text={type} />
								</span>
								<span className="text-muted">
									{place}, {required ? "required" : "optional"}
								</span>
							</li>
						))}
					</ul>
				</div>
			)}
			<div className="grid gap-4 xl:grid-cols-2">
				<div className="grid min-w-0 content-start gap-1">
					<h4 className="text-sm font-semibold">Response</h4>
					<pre className="whitespace-pre-wrap rounded-sm bg-base-200 p-3 text-sm">
						<code>{response}</code>
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

export default function Docs({ loaderData: { groups } }: Route.ComponentProps) {
	return (
		<Page title="Developers" lead={lead}>
			<div className="grid gap-8 lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-12">
				<Contents groups={groups} />
				<div className="grid min-w-0 content-start gap-12">
					<Usage />
					{groups.map(({ title, calls }) => (
						<section key={title} className="grid gap-6">
							<h2 className="text-2xl">{title}</h2>
							{calls.map((call) => (
								<CallEntry key={call.id} call={call} />
							))}
						</section>
					))}
				</div>
			</div>
		</Page>
	);
}
