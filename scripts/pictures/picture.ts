/** A whole SVG file around its body. Sizes in pixels. */
export const picture = (body: string, width: number, height: number): string =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
