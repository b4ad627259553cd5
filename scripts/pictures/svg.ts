type Attributes = Readonly<Record<string, string | number>>;

/** Rounds path data to one decimal, and removes spaces that SVG does not need. */
function minify(data: string): string {
	return data
		.replace(/-?\d*\.\d+(?:e-?\d+)?|-?\d+e-\d+/g, (text) =>
			String(Math.round(Number(text) * 10) / 10),
		)
		.replace(/\s+/g, " ")
		.replace(/ ?([MLHVCSQTAZmlhvcsqtaz]) ?/g, "$1")
		.replace(/[ ,]-/g, "-");
}

/** Returns the source of an SVG element. */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
	const attributeText = Object.entries(attributes)
		.map(
			([key, value]) =>
				` ${key}="${typeof value === "number" ? Math.round(value * 100) / 100 : value}"`,
		)
		.join("");
	const content = children.join("");
	return content ? `<${name}${attributeText}>${content}</${name}>` : `<${name}${attributeText}/>`;
}

/**
 * Returns a filled path.
 * @param fill - a color or `url(#paint)`
 */
export function path(d: string, fill: string, attributes: Attributes = {}): string {
	return element("path", { fill, d: minify(d), ...attributes });
}

/** Returns an open line with round ends. */
export function line(
	d: string,
	stroke: string,
	width: number,
	attributes: Attributes = {},
): string {
	return path(d, "none", {
		stroke,
		"stroke-width": width,
		"stroke-linecap": "round",
		...attributes,
	});
}

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
	return element("rect", { x, y, width, height, fill });
}

export function circle(cx: number, cy: number, r: number, fill: string): string {
	return element("circle", { cx, cy, r, fill });
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string): string {
	return element("ellipse", { cx, cy, rx, ry, fill });
}

/**
 * Returns the path data of a regular polygon.
 * @param rotation - in degrees
 */
export function buildPolygonPath(
	count: number,
	radius: number,
	rotation: number,
	cx: number,
	cy: number,
): string {
	const points = Array.from({ length: count }, (_, index) => {
		const angle = ((rotation + (index * 360) / count) * Math.PI) / 180;
		return `${cx + radius * Math.cos(angle)} ${cy + radius * Math.sin(angle)}`;
	});
	return `M${points.join("L")}Z`;
}
