/** The colours that drawings name themselves; the rest of the palette stands in the paints below. */
export const graphite = "#15191e";
export const mist = "#eef1f4";
export const orange = "#ff6b1a";

type Stop = readonly [offset: number, colour: string, opacity?: number];

function stops(list: readonly Stop[]): string {
	return list
		.map(([offset, colour, opacity]) => {
			const faded = opacity === undefined ? "" : ` stop-opacity="${opacity}"`;
			return `<stop offset="${offset}" stop-color="${colour}"${faded}/>`;
		})
		.join("");
}

function down(id: string, ...list: Stop[]): string {
	return `<linearGradient id="${id}" x2="0" y2="1">${stops(list)}</linearGradient>`;
}

function across(id: string, ...list: Stop[]): string {
	return `<linearGradient id="${id}" y2="1">${stops(list)}</linearGradient>`;
}

function radial(id: string, geometry: string, ...list: Stop[]): string {
	return `<radialGradient id="${id}" ${geometry}>${stops(list)}</radialGradient>`;
}

function pattern(
	id: string,
	width: number,
	height: number,
	transform: string,
	body: string,
): string {
	return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="${transform}">${body}</pattern>`;
}

/**
 * Every paint of the studio by id. Gradients that run down a part give a round bar its light from above;
 * parts are drawn lying along x and turned afterwards, so the light turns with them.
 */
const paints: Readonly<Record<string, string>> = {
	chrome: down(
		"chrome",
		[0, "#9aa5b0"],
		[0.1, "#dfe5ea"],
		[0.22, "#fff"],
		[0.34, "#d3dae1"],
		[0.5, "#8a96a3"],
		[0.56, "#4c5864"],
		[0.7, "#7f8b98"],
		[0.88, "#c9d1d9"],
		[1, "#78848f"],
	),
	satin: down(
		"satin",
		[0, "#b3bdc7"],
		[0.18, "#e6ebef"],
		[0.45, "#a5b0bb"],
		[0.8, "#6d7985"],
		[1, "#8a96a3"],
	),
	oxide: down(
		"oxide",
		[0, "#3c4753"],
		[0.15, "#9aa5b0"],
		[0.25, "#5d6974"],
		[0.5, "#2a323a"],
		[0.82, "#15191e"],
		[1, "#343d46"],
	),
	rubber: down("rubber", [0, "#343d46"], [0.2, "#515d69"], [0.45, "#272e36"], [1, "#15191e"]),
	orange: down(
		"orange",
		[0, "#ff7b2f"],
		[0.18, "#ffb184"],
		[0.3, "#ff8136"],
		[0.55, "#ff6b1a"],
		[0.85, "#c94c08"],
		[1, "#e0590d"],
	),
	face: across("face", [0, "#eef2f5"], [0.45, "#bcc6cf"], [1, "#8a96a3"]),
	faceDark: across("faceDark", [0, "#56626e"], [0.5, "#343d46"], [1, "#1b2026"]),
	faceOrange: across("faceOrange", [0, "#ff8c47"], [0.5, "#ff6b1a"], [1, "#e2590c"]),
	hollow: across("hollow", [0, "#0e1114"], [0.6, "#2a323a"], [1, "#56626e"]),
	edge: down("edge", [0, "#fff"], [0.4, "#dfe5ea"], [0.6, "#75818d"], [1, "#46515c"]),
	edgeDark: down("edgeDark", [0, "#8a96a3"], [0.45, "#56626e"], [0.6, "#15191e"], [1, "#0c0f12"]),
	edgeOrange: down(
		"edgeOrange",
		[0, "#ffc39f"],
		[0.45, "#ff9857"],
		[0.6, "#c94c08"],
		[1, "#a03c05"],
	),
	panel: down(
		"panel",
		[0, "#a3aeb9"],
		[0.38, "#66727e"],
		[0.5, "#4a5662"],
		[0.62, "#56626e"],
		[1, "#2a323a"],
	),
	window: across("window", [0, "#dbe6ee"], [0.48, "#8fa0ae"], [0.5, "#74848f"], [1, "#4c5864"]),
	wall: across("wall", [0, "#eef1f4"], [1, "#d3dae1"]),
	glass: across("glass", [0, "#e9f3ee"], [0.5, "#c7d8d0"], [1, "#a9bcb4"]),
	ground: radial("ground", "", [0, "#15191e", 0.42], [0.5, "#15191e", 0.2], [1, "#15191e", 0]),
	glow: radial("glow", "", [0, "#fff", 0.95], [0.4, "#fff6d8", 0.5], [1, "#fff6d8", 0]),
	knurl: pattern(
		"knurl",
		8,
		8,
		"rotate(45)",
		'<path stroke="#15191e" stroke-opacity=".42" stroke-width="2" d="M0 1h8M1 0v8"/><path stroke="#fff" stroke-opacity=".32" d="M0 2.5h8M2.5 0v8"/>',
	),
	ribs: pattern(
		"ribs",
		9,
		9,
		"skewX(-8)",
		'<path fill="#15191e" fill-opacity=".38" d="M0 0h4v9H0z"/><path fill="#fff" fill-opacity=".25" d="M4 0h1.5v9H4z"/>',
	),
	shadow:
		'<filter id="shadow" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="2" dy="4" stdDeviation="2.5" flood-color="#15191e" flood-opacity=".3"/><feDropShadow dx="9" dy="18" stdDeviation="12" flood-color="#15191e" flood-opacity=".22"/></filter>',
};

/** The definitions that a drawing uses, each once, in the order of the list above. */
export function usedPaints(body: string): string {
	return Object.entries(paints)
		.filter(([id]) => body.includes(`url(#${id})`))
		.map(([, definition]) => definition)
		.join("");
}
