type Attributes = Readonly<Record<string, string | number | undefined>>;
export type Point = readonly [x: number, y: number];

/** Writes path data with at most one decimal, and without the spaces that SVG can do without. */
function tidy(data: string): string {
	return data
		.replace(/-?\d*\.\d+(?:e-?\d+)?|-?\d+e-\d+/g, (text) =>
			String(Math.round(Number(text) * 10) / 10),
		)
		.replace(/\s+/g, " ")
		.replace(/ ?([MLHVCSQTAZmlhvcsqtaz]) ?/g, "$1")
		.replace(/[ ,]-/g, "-");
}

/** One SVG element as text; attributes that are undefined are left out. */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
	const written = Object.entries(attributes)
		.filter(([, value]) => value !== undefined)
		.map(
			([key, value]) =>
				` ${key}="${typeof value === "number" ? Math.round(value * 100) / 100 : value}"`,
		)
		.join("");
	const inside = children.join("");
	return inside ? `<${name}${written}>${inside}</${name}>` : `<${name}${written}/>`;
}

/** A filled path; `fill` is a colour or `url(#paint)`. */
export function path(d: string, fill: string, more: Attributes = {}): string {
	return element("path", { fill, d: tidy(d), ...more });
}

/** An open line of the given colour and width, with round ends unless `more` says otherwise. */
export function line(d: string, stroke: string, width: number, more: Attributes = {}): string {
	return path(d, "none", { stroke, "stroke-width": width, "stroke-linecap": "round", ...more });
}

/** A rectangle, its corners rounded by `rx`. */
export function rect(
	x: number,
	y: number,
	width: number,
	height: number,
	fill: string,
	rx = 0,
	more: Attributes = {},
): string {
	return element("rect", { x, y, width, height, rx: rx || undefined, fill, ...more });
}

/** A circle. */
export function circle(
	cx: number,
	cy: number,
	r: number,
	fill: string,
	more: Attributes = {},
): string {
	return element("circle", { cx, cy, r, fill, ...more });
}

/** An ellipse whose axes are those of the page. */
export function ellipse(
	cx: number,
	cy: number,
	rx: number,
	ry: number,
	fill: string,
	more: Attributes = {},
): string {
	return element("ellipse", { cx, cy, rx, ry, fill, ...more });
}

/** Path data of a closed polygon. */
export function polygon(points: readonly Point[]): string {
	return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
}

/** The corners of a regular polygon (or, with `inner`, of a star) around a centre; angles in degrees. */
export function corners(
	count: number,
	radius: number,
	turn = 0,
	inner = radius,
	cx = 0,
	cy = 0,
): Point[] {
	const total = inner === radius ? count : count * 2;
	return Array.from({ length: total }, (_, index) => {
		const angle = ((turn + (index * 360) / total) * Math.PI) / 180;
		const reach = inner !== radius && index % 2 ? inner : radius;
		return [cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)] as const;
	});
}
