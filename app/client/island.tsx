import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import type { IslandName } from "./islands.ts";

type Json =
	| string
	| number
	| boolean
	| null
	| undefined
	| readonly Json[]
	| { [name: string]: Json };

type Props<Given> = {
	name: IslandName;
	/** The same component as in islands.ts. */
	of: ComponentType<Given>;
	/** Reach the browser as JSON. */
	props: Given;
};

/**
 * A component of a document that React hydrates in the browser by itself. It is rendered as a root of its own, as it is there: only
 * then has `useId` the same ids. To be imported by documents only: it brings React's server renderer along.
 */
export function Island<Given extends { [Name in keyof Given]: Json }>(island: Props<Given>) {
	const { name, of: Component, props } = island;
	const html = renderToString(<Component {...props} />, { identifierPrefix: `${name}-` });
	return (
		<div
			className="contents"
			data-island={name}
			data-props={JSON.stringify(props)}
			dangerouslySetInnerHTML={{ __html: html }}
		/>
	);
}
