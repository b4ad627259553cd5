export type SeedReview = {
	readonly id: string;
	readonly review: string;
	readonly ratings: string;
	readonly name: string;
	readonly email: string;
	readonly img: string;
	/** The tool that it is about; none for the shop as a whole. Nobody has bought anything yet: none is verified. */
	readonly productId?: string;
};

/** The reviews of a fresh shop, oldest first: the home page shows the last three, reversed (specification.md §2). */
export const seedReviews: readonly SeedReview[] = [
	{
		id: "c3674a68a96d4b384984d6cc",
		review:
			"Ordered two dozen feeler gauges and a box of hex keys for the apprentices. Everything was in the carton, counted right, and the invoice matched the order line for line.",
		ratings: "4.5",
		name: "Tom Harker",
		email: "tom.harker@example.com",
		img: "/pictures/people/tom.svg",
		productId: "6d388dd7e57dfcef6e5e1d1c",
	},
	{
		id: "0674a44612ba47f2eb812b7a",
		review:
			"We resell the screwdriver pair at the counter and it hardly ever comes back. A minimum of forty is fair at that price.",
		ratings: "5",
		name: "Rosa Delgado",
		email: "rosa.delgado@example.com",
		img: "/pictures/people/rosa.svg",
		productId: "78778ffef7265206cd3ad1aa",
	},
	{
		id: "4324499d7566d25d2ca16a7d",
		review:
			"The trolley jacks are solid and the pads hold up. One of four arrived with a scuffed handle; they sent a new grip within the week.",
		ratings: "4",
		name: "Lukas Brandt",
		email: "lukas.brandt@example.com",
		img: "/pictures/people/lukas.svg",
		productId: "92a36a1dcb0796c397b9cf64",
	},
	{
		id: "3b39f397994247cee6336472",
		review:
			"The code reader does what the page says and nothing it does not. I would have liked a longer cable for the vans.",
		ratings: "3",
		name: "Yuki Tanabe",
		email: "yuki.tanabe@example.com",
		img: "/pictures/people/yuki.svg",
		productId: "ccab23282b0f4c2983f8d37d",
	},
	{
		id: "97f2e2fae57c8c36f04656ee",
		review:
			"Thirty years in the trade and I still check every torque wrench on the bench. All six were within three per cent out of the box.",
		ratings: "5",
		name: "Pierre Lacombe",
		email: "pierre.lacombe@example.com",
		img: "/pictures/people/pierre.svg",
		productId: "91bf64477569ca16a3b06f66",
	},
	{
		id: "35cdc6043c0bc0115d9c3353",
		review:
			"I stock eleven bays from one order sheet. Stock numbers on the site are true, so I no longer ring up to ask before I order.",
		ratings: "5",
		name: "Marta Kowalska",
		email: "marta.kowalska@example.com",
		img: "/pictures/people/marta.svg",
	},
	{
		id: "2dcac33dd28d48a0cc25b151",
		review:
			"Impact sockets have had a year on the bus fleet, every working day, and not one has cracked. The orange ring means they find their way back to the tray.",
		ratings: "5",
		name: "Deon Mitchell",
		email: "deon.mitchell@example.com",
		img: "/pictures/people/deon.svg",
		productId: "a5c33630cbf4a6978c42105f",
	},
	{
		id: "eea294bccf8d091a15a9e3a6",
		review:
			"Good lamps: the magnet holds on a lift post and the charge lasts a shift. Paid by card, delivered on the day they named.",
		ratings: "4.5",
		name: "Amina Yusuf",
		email: "amina.yusuf@example.com",
		img: "/pictures/people/amina.svg",
		productId: "7f5d6b447b5483e585dd9588",
	},
];
