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

type IslandProps<Props> = {
	name: IslandName;
	/** The same component as in islands.ts. */
	component: ComponentType<Props>;
	props: Props;
};

/**
 * An island is a separate React root on the server too, so that `useId` returns the same ids as in the browser. Use it
 * only in documents: the browser's build has no server renderer.
 */
export function Island<Props extends { [Name in keyof Props]: Json }>(island: IslandProps<Props>) {
	const { name, component: Component, props } = island;
	const html = import.meta.env.SSR
		? renderToString(<Component {...props} />, { identifierPrefix: `${name}-` })
		: "";
	return (
		<div
			className="contents"
			data-island={name}
			data-props={JSON.stringify(props)}
			dangerouslySetInnerHTML={{ __html: html }}
		/>
	);
}
