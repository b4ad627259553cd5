type Attributes = Readonly<Record<string, string | number | undefined>>;
export type Point = readonly [x: number, y: number];

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

/** Returns the source of an SVG element. Leaves out attributes that are undefined. */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
	const attributeText = Object.entries(attributes)
		.filter(([, value]) => value !== undefined)
		.map(
			([key, value]) =>
				` ${key}="${typeof value === "number" ? Math.round(value * 100) / 100 : value}"`,
		)
		.join("");
	const content = children.join("");
	return content ? `<${name}${attributeText}>${content}</${name}>` : `<${name}${attributeText}/>`;
}

/** Returns a filled path. @param fill a color or `url(#paint)` */
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

export function rect(
	x: number,
	y: number,
	width: number,
	height: number,
	fill: string,
	rx = 0,
	attributes: Attributes = {},
): string {
	return element("rect", { x, y, width, height, rx: rx || undefined, fill, ...attributes });
}

export function circle(
	cx: number,
	cy: number,
	r: number,
	fill: string,
	attributes: Attributes = {},
): string {
	return element("circle", { cx, cy, r, fill, ...attributes });
}

export function ellipse(
	cx: number,
	cy: number,
	rx: number,
	ry: number,
	fill: string,
	attributes: Attributes = {},
): string {
	return element("ellipse", { cx, cy, rx, ry, fill, ...attributes });
}

/** Returns the path data of a closed polygon. */
export function polygon(points: readonly Point[]): string {
	return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
}

/** Returns the corners of a regular polygon, or of a star if `innerRadius` differs. @param rotation in degrees */
export function corners(
	count: number,
	radius: number,
	rotation = 0,
	innerRadius = radius,
	cx = 0,
	cy = 0,
): Point[] {
	const total = innerRadius === radius ? count : count * 2;
	return Array.from({ length: total }, (_, index) => {
		const angle = ((rotation + (index * 360) / total) * Math.PI) / 180;
		const distance = innerRadius !== radius && index % 2 ? innerRadius : radius;
		return [cx + distance * Math.cos(angle), cy + distance * Math.sin(angle)] as const;
	});
}
