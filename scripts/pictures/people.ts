import { circle, element, ellipse, line, path, rect } from "./svg.ts";

type Hair = "short" | "bun" | "curly" | "bald" | "long" | "scarf" | "cap" | "gray";
type Person = {
	readonly background: string;
	readonly skin: string;
	readonly shade: string;
	readonly hair: Hair;
	readonly hairColor: string;
	readonly shirt: string;
	readonly accessory?: "beard" | "glasses" | "mustache";
};

/** The portraits of the reviewers, keyed by file name. */
export const people: Readonly<Record<string, Person>> = {
	marta: {
		background: "#ffd9c2",
		skin: "#f0c3a0",
		shade: "#dba27a",
		hair: "bun",
		hairColor: "#5a3a26",
		shirt: "#3c4753",
	},
	deon: {
		background: "#cfd8e0",
		skin: "#8a5a3c",
		shade: "#6e452c",
		hair: "short",
		hairColor: "#1b1512",
		shirt: "#ff6b1a",
		accessory: "beard",
	},
	yuki: {
		background: "#d7e3dc",
		skin: "#f3cfae",
		shade: "#dcae86",
		hair: "long",
		hairColor: "#1f2328",
		shirt: "#56626e",
		accessory: "glasses",
	},
	pierre: {
		background: "#e3dccf",
		skin: "#efc4a4",
		shade: "#d7a37d",
		hair: "gray",
		hairColor: "#c3cad1",
		shirt: "#2f3841",
		accessory: "mustache",
	},
	amina: {
		background: "#c9d6e4",
		skin: "#c68a5e",
		shade: "#a86f46",
		hair: "scarf",
		hairColor: "#2f6f5b",
		shirt: "#15191e",
	},
	lukas: {
		background: "#dfe4e9",
		skin: "#f4cdb0",
		shade: "#dcaa86",
		hair: "cap",
		hairColor: "#ff6b1a",
		shirt: "#3c4753",
		accessory: "beard",
	},
	rosa: {
		background: "#ffe3b8",
		skin: "#b57a50",
		shade: "#98623c",
		hair: "curly",
		hairColor: "#2a1a12",
		shirt: "#8a96a3",
	},
	tom: {
		background: "#d3dae1",
		skin: "#e8b58f",
		shade: "#cd956c",
		hair: "bald",
		hairColor: "#7a4a2a",
		shirt: "#1d5fa8",
		accessory: "glasses",
	},
};

function drawHairBehindHead(hair: Hair, hairColor: string): string {
	if (hair === "long") return path("M46 76C46 34 114 34 114 76V126H46Z", hairColor);
	if (hair === "curly")
		return [
			[50, 66],
			[56, 46],
			[80, 36],
			[104, 46],
			[110, 66],
			[48, 86],
			[112, 86],
		]
			.map(([x = 0, y = 0]) => circle(x, y, 19, hairColor))
			.join("");
	if (hair === "bun") return circle(80, 28, 16, hairColor);
	if (hair === "scarf")
		return path(
			"M42 78C42 30 118 30 118 78C118 104 122 118 126 132H34C38 118 42 104 42 78Z",
			hairColor,
		);
	return "";
}

function drawHairOverHead(hair: Hair, hairColor: string): string {
	if (hair === "short")
		return path("M50 70C46 34 114 34 110 70C106 54 96 50 80 50S54 54 50 70Z", hairColor);
	if (hair === "gray")
		return path(
			"M49 76C44 36 74 32 92 38C112 42 114 58 111 76C108 62 104 54 94 52C80 54 62 52 56 58C52 62 51 68 49 76Z",
			hairColor,
		);
	if (hair === "bun" || hair === "long")
		return path("M48 78C44 34 116 34 112 78C108 62 100 54 88 50C78 60 58 60 48 78Z", hairColor);
	if (hair === "curly")
		return path("M50 70C52 40 108 40 110 70C100 58 90 60 80 56C70 60 60 58 50 70Z", hairColor);
	if (hair === "scarf")
		return path(
			"M50 78C48 40 112 40 110 78C108 56 98 50 80 50S52 56 50 78ZM52 88C56 116 104 116 108 88L114 120C100 136 60 136 46 120Z",
			hairColor,
		);
	if (hair === "cap")
		return (
			path("M48 62C48 32 112 32 112 62Z", hairColor) +
			path("M46 60H122Q128 68 118 69H46Z", "#b8430a")
		);
	return path(
		"M50 66C50 58 52 54 54 52V74Q50 74 50 66ZM110 66C110 58 108 54 106 52V74Q110 74 110 66Z",
		hairColor,
	);
}

function drawAccessories({ accessory, hairColor, hair }: Person): string {
	const beard = hair === "cap" ? "#8a5a34" : hairColor;
	if (accessory === "beard")
		return (
			path(
				"M51 80C52 112 66 120 80 120S108 112 109 80C104 92 98 94 92 93Q80 88 68 93C62 94 56 92 51 80Z",
				beard,
			) + path("M71 100Q80 106 89 100Q80 98 71 100Z", "#f7e7dc")
		);
	if (accessory === "mustache")
		return path(
			"M64 98C68 90 76 90 80 93C84 90 92 90 96 98C90 100 84 98 80 97C76 98 70 100 64 98Z",
			hairColor,
		);
	if (accessory === "glasses")
		return ["M56 70h20v14h-20z", "M84 70h20v14h-20z", "M76 75h8"]
			.map((d) => line(d, "#15191e", 2.6, { "stroke-linejoin": "round" }))
			.join("");
	return "";
}

function drawFace(skin: string, shade: string): string {
	return (
		ellipse(50, 80, 6, 9, shade) +
		ellipse(110, 80, 6, 9, shade) +
		path("M51 66C51 40 109 40 109 66V84C109 108 94 118 80 118S51 108 51 84Z", skin) +
		path(
			"M80 48C102 48 109 56 109 68V84C109 108 94 118 80 118C96 108 98 96 98 80S94 56 80 48Z",
			shade,
			{ opacity: 0.35 },
		) +
		circle(66, 77, 3.2, "#15191e") +
		circle(94, 77, 3.2, "#15191e") +
		line("M60 68q6-4 12-1M88 67q6-3 12 1", "#15191e", 2.4, { opacity: 0.65 }) +
		line("M80 80q4 8-1 11", shade, 2.6) +
		line("M70 101q10 8 20 0", "#7a3b22", 2.8)
	);
}

/** Draws a round portrait of 160 × 160 pixels in flat shapes. */
export function drawPortrait(person: Person): string {
	const { background, skin, shade, hair, hairColor, shirt } = person;
	const shoulders =
		path("M12 168C14 132 40 126 66 122H94C120 126 146 132 148 168Z", shirt) +
		path("M62 122L80 146L98 122L92 116H68Z", "#eef1f4") +
		path("M66 108H94V124Q80 142 66 124Z", shade);
	const clip = element("clipPath", { id: "round" }, circle(80, 80, 80, "#000"));
	const drawing =
		rect(0, 0, 160, 160, background) +
		drawHairBehindHead(hair, hairColor) +
		shoulders +
		drawFace(skin, shade) +
		drawHairOverHead(hair, hairColor) +
		drawAccessories(person);
	return clip + element("g", { "clip-path": "url(#round)" }, drawing);
}
