import type { CategorySlug } from "#contract/categories.ts";

export type SeedProduct = {
	readonly id: string;
	readonly name: string;
	readonly description: string;
	readonly priceCents: number;
	readonly quantity: number;
	readonly minimum: number;
	readonly img: string;
	readonly category: CategorySlug;
};

/** The catalogue of a fresh shop, in the order of the home page; prices in cents a piece, quantities in pieces. */
export const seedProducts: readonly SeedProduct[] = [
	{
		id: "91bf64477569ca16a3b06f66",
		name: "Click torque wrench, 1/2 in, 40–200 Nm",
		description:
			"Tightens wheel bolts and most chassis joints to the figure in the manual. Chrome vanadium, accuracy ±4 % clockwise, scale readable through a window beside the knurled grip. Length 465 mm. Wind it back to 40 Nm before it goes in the drawer.",
		priceCents: 4290,
		quantity: 140,
		minimum: 6,
		img: "/pictures/torque-wrench-800.webp",
		category: "spanners-sockets",
	},
	{
		id: "a5c33630cbf4a6978c42105f",
		name: "Deep impact socket set, 1/2 in, 10 pieces, 10–24 mm",
		description:
			"For impact guns on wheel nuts and suspension bolts: 10, 11, 12, 13, 14, 17, 19, 21, 22 and 24 mm, all 78 mm deep. Chrome molybdenum, phosphated, with an orange ring that shows at once which ones came back. Tray included.",
		priceCents: 3850,
		quantity: 96,
		minimum: 8,
		img: "/pictures/impact-sockets-800.webp",
		category: "spanners-sockets",
	},
	{
		id: "92a36a1dcb0796c397b9cf64",
		name: "Low-profile trolley jack, 3 t",
		description:
			"Goes under lowered cars: 75 mm at the lowest, 500 mm at the highest. Steel frame, double pump, rubber pad on the saddle so that sills stay straight. Weighs 34 kg. It lifts and does not hold: put stands under the car before anyone does.",
		priceCents: 13900,
		quantity: 32,
		minimum: 4,
		img: "/pictures/trolley-jack-800.webp",
		category: "lifting",
	},
	{
		id: "146d132d6b01bd9c06d9935f",
		name: "Combination spanner set, 8 pieces, 8–22 mm",
		description:
			"The sizes a workshop reaches for: 8, 10, 12, 13, 15, 17, 19 and 22 mm. Chrome vanadium, ring end with twelve points, open end set at 15°. Comes in a holder that hangs on a nail, with a slot for each size.",
		priceCents: 2680,
		quantity: 210,
		minimum: 10,
		img: "/pictures/spanner-set-800.webp",
		category: "spanners-sockets",
	},
	{
		id: "ccab23282b0f4c2983f8d37d",
		name: "OBD-II code reader, 16-pin, colour screen",
		description:
			"Reads and clears fault codes, shows live data and readiness for the emissions test on cars from 1996 (US), 2001 and 2004 (EU petrol and diesel). Powered by the socket, no battery to forget. Cable 0.8 m. It does not program keys or modules.",
		priceCents: 3490,
		quantity: 75,
		minimum: 5,
		img: "/pictures/obd-reader-800.webp",
		category: "diagnostics",
	},
	{
		id: "7f5d6b447b5483e585dd9588",
		name: "LED inspection lamp, rechargeable, 500 lm",
		description:
			"Bright enough to read a part number in a dark engine bay: twenty LEDs, 500 lumens for 3 hours, 200 for 7. The head folds, the foot is magnetic, the hook turns. Splash-proof to IP54, drops of one metre survived. Charges by USB-C, cable in the box.",
		priceCents: 1975,
		quantity: 180,
		minimum: 12,
		img: "/pictures/inspection-lamp-800.webp",
		category: "diagnostics",
	},
	{
		id: "9533ee9aa42c7c1aa1d88f5b",
		name: "Reversible ratchet, 3/8 in, 72 teeth",
		description:
			"Five degrees of swing are enough, so it works where a hand hardly fits. Chrome vanadium head, two-part grip that stands brake fluid and oil. Length 200 mm. Repair kits for the pawl are in stock; the head opens with one screw.",
		priceCents: 1640,
		quantity: 260,
		minimum: 12,
		img: "/pictures/ratchet-800.webp",
		category: "spanners-sockets",
	},
	{
		id: "f268b8de8cd18725a9af5b49",
		name: "Digital multimeter, 600 V, automotive",
		description:
			"For batteries, sensors and wiring: direct and alternating voltage to 600 V, current to 10 A, resistance, continuity with a buzzer. Rubber holster, test leads with 2 mm tips. Measuring category CAT III 600 V. Not for the high-voltage side of hybrid and electric cars.",
		priceCents: 2240,
		quantity: 118,
		minimum: 6,
		img: "/pictures/multimeter-800.webp",
		category: "diagnostics",
	},
	{
		id: "73a99981ab59525d741868e8",
		name: "Ball-peen hammer, 680 g, fibreglass handle",
		description:
			"Drives punches, shapes edges, frees what is stuck. Forged head hardened on both faces and soft in the middle, so it does not chip. The fibreglass handle is bonded for good, the grip ribbed against oily gloves.",
		priceCents: 1180,
		quantity: 320,
		minimum: 20,
		img: "/pictures/hammer-800.webp",
		category: "hand-tools",
	},
	{
		id: "bd7882ce0fe6d08464016522",
		name: "Combination pliers, 180 mm",
		description:
			"Grip, hold and cut with one tool. Jaws with pipe grip, cutter hardened to 62 HRC for wire up to 2 mm hard or 3.4 mm soft. Two-part handles. They are not insulated: keep them off live circuits.",
		priceCents: 1025,
		quantity: 400,
		minimum: 24,
		img: "/pictures/pliers-800.webp",
		category: "hand-tools",
	},
	{
		id: "786bdc27dc20ffb992f3acab",
		name: "Hydraulic bottle jack, 10 t",
		description:
			"For vans and light trucks: lifts from 220 to 430 mm, plus 60 mm by the screw. Welded base, safety valve against overload, two-part lever. Stands upright on firm, level ground only, and never as a support.",
		priceCents: 3640,
		quantity: 54,
		minimum: 6,
		img: "/pictures/bottle-jack-800.webp",
		category: "lifting",
	},
	{
		id: "3939cdbe8de33dad5b771c4a",
		name: "Axle stands, 3 t, one pair",
		description:
			"Hold the car once the jack has lifted it. Height 285 to 420 mm in ten notches, locked by the load itself. Welded steel on four feet that do not sink into asphalt. The rating is for the pair, used on one axle.",
		priceCents: 3320,
		quantity: 88,
		minimum: 6,
		img: "/pictures/axle-stand-800.webp",
		category: "lifting",
	},
	{
		id: "78778ffef7265206cd3ad1aa",
		name: "Screwdriver pair, PH2 × 100 mm and slotted 6.5 × 100 mm",
		description:
			"The two that wear out first. Chrome vanadium blades with black tips for a close fit, a ball at the end of the handle that turns in the palm. Handles stand petrol, oil and being left in the sun.",
		priceCents: 690,
		quantity: 640,
		minimum: 40,
		img: "/pictures/screwdrivers-800.webp",
		category: "hand-tools",
	},
	{
		id: "c5a568493f5ad797d6603a27",
		name: "Hex key set, long, 9 pieces, 1.5–10 mm",
		description:
			"Sizes 1.5, 2, 2.5, 3, 4, 5, 6, 8 and 10 mm in the long pattern, for caliper pins, covers and trim. S2 steel, tempered to bend before it breaks. The holder is numbered, so a missing key shows.",
		priceCents: 845,
		quantity: 520,
		minimum: 30,
		img: "/pictures/hex-keys-800.webp",
		category: "hand-tools",
	},
	{
		id: "477c0b75f747b5dd5ea89e16",
		name: "Four-way wheel brace, 17, 19, 21 and 22 mm",
		description:
			"Loosens wheel nuts by hand, with both arms and no battery. Drop-forged cross, chromed, 400 mm across, a coloured ring on each socket. Tighten with a torque wrench afterwards.",
		priceCents: 1290,
		quantity: 150,
		minimum: 10,
		img: "/pictures/wheel-brace-800.webp",
		category: "spanners-sockets",
	},
	{
		id: "79d858d0db92d7519b58ed3e",
		name: "Spark plug sockets, magnetic, 16 and 21 mm, 3/8 in",
		description:
			"One long and one short socket for nearly every petrol engine on the road. The magnet holds the plug by its shell, the rubber collar keeps the ceramic from cracking. Chrome vanadium, knurled for starting by hand.",
		priceCents: 935,
		quantity: 230,
		minimum: 20,
		img: "/pictures/spark-plug-socket-800.webp",
		category: "spanners-sockets",
	},
	{
		id: "2b7285e8ac55d3e8f11d7a5c",
		name: "Oil filter wrench, steel band, 85–95 mm",
		description:
			"The band tightens as the handle pulls and grips filters that are oily or crushed. Swivel handle for filters behind a cross member. Spring steel, 20 mm wide. For taking off only: new filters go on by hand.",
		priceCents: 760,
		quantity: 275,
		minimum: 24,
		img: "/pictures/oil-filter-wrench-800.webp",
		category: "oil-grease",
	},
	{
		id: "264fefd3fcebb8dc7e87df15",
		name: "Brake piston wind-back tool, 4 adaptors",
		description:
			"Pushes and turns rear caliper pistons home when pads are changed, without tearing the seal. Right-hand thread, reaction plate, four adaptors for the common European and Japanese calipers. Check whether an electric parking brake needs its service mode first.",
		priceCents: 2890,
		quantity: 64,
		minimum: 5,
		img: "/pictures/brake-piston-tool-800.webp",
		category: "brakes-suspension",
	},
	{
		id: "b8a94082fee25787e93f331c",
		name: "Ball joint separator, 23 mm fork, screw type",
		description:
			"Presses tie rod ends and lower ball joints out of their taper without a hammer, so the boots live. Forged frame, rolled thread, opening 60 mm. Grease the spindle before each use and turn it by hand tools only.",
		priceCents: 2150,
		quantity: 9,
		minimum: 10,
		img: "/pictures/ball-joint-separator-800.webp",
		category: "brakes-suspension",
	},
	{
		id: "f4fe12b77fd56f86deb98a27",
		name: "Coil spring compressors, one pair, 370 mm",
		description:
			"For struts with springs of 100 to 170 mm diameter. Double claws with safety pins, trapezoidal thread, hexagon 24 mm. Always use both, opposite each other, and turn them in steps. Not for impact guns.",
		priceCents: 2990,
		quantity: 58,
		minimum: 6,
		img: "/pictures/spring-compressor-800.webp",
		category: "brakes-suspension",
	},
	{
		id: "6d388dd7e57dfcef6e5e1d1c",
		name: "Feeler gauge, 13 blades, 0.05–1.00 mm",
		description:
			"For valve clearance, spark gaps and bearing play. Thirteen blades of hardened spring steel, each marked in millimetres, 100 mm long. Oil them lightly: rust of two hundredths is an error of two hundredths.",
		priceCents: 520,
		quantity: 700,
		minimum: 50,
		img: "/pictures/feeler-gauge-800.webp",
		category: "diagnostics",
	},
	{
		id: "c0b68b169489af92d20bffcc",
		name: "Lever grease gun, 400 g cartridge, flexible hose",
		description:
			"Up to 400 bar for chassis points that have not seen grease in a while. Takes cartridges of 400 g or loose grease, bleeds by a valve at the head. Hose 300 mm with a four-jaw coupler for standard nipples.",
		priceCents: 1890,
		quantity: 126,
		minimum: 10,
		img: "/pictures/grease-gun-800.webp",
		category: "oil-grease",
	},
	{
		id: "5c52c8687a2774b4ad76b886",
		name: "Oil drain pan, 8 l, with sieve and spout",
		description:
			"Low enough for a car on stands, wide enough to catch the first jet: 420 mm across, 130 mm high. Oil-proof polyethylene. The sieve keeps the drain plug out of the oil, the spout empties without a funnel.",
		priceCents: 980,
		quantity: 190,
		minimum: 12,
		img: "/pictures/drain-pan-800.webp",
		category: "oil-grease",
	},
	{
		id: "81df3e0a1986c22cdb2938d0",
		name: "Mechanic's creeper, 1,020 mm, six casters",
		description:
			"Keeps the back off cold concrete. Padded board with headrest on a steel frame, six casters that roll over a dropped washer. Carries 150 kg and hangs on the wall by its frame. Back in stock when the next container lands.",
		priceCents: 4450,
		quantity: 0,
		minimum: 4,
		img: "/pictures/creeper-800.webp",
		category: "lifting",
	},
];
