/**
 * Creates a PDF of one page that browsers can show.
 * @param text - the only line on the page; unique text gives the file a unique key
 */
export function createPdf(text: string): Buffer<ArrayBuffer> {
	const content = `BT /F1 24 Tf 40 100 Td (${text}) Tj ET`;
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	];
	let file = "%PDF-1.4\n";
	const offsets = objects.map((object, index) => {
		const offset = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
	const size = objects.length + 1;
	const xrefOffset = file.length;
	file += `xref\n0 ${size}\n0000000000 65535 f \n${entries.join("")}`;
	file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${xrefOffset}\n%%EOF\n`;
	return Buffer.from(file, "latin1");
}
