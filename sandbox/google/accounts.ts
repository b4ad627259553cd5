/** Who signs in: the claims of the id_token that describe a person. */
export interface Person {
	sub: string;
	name: string;
	email: string;
	email_verified: boolean;
	/** Domain of the Google Workspace organization; other accounts have no such claim. */
	hd?: string | undefined;
}

/** The invented accounts to choose from: those of organizations, of Gmail, and of addresses that Google does not host. */
export const people: Person[] = [
	person("100000000000000000001", "Sam Shopper", "shopper@example.com", { hd: "example.com" }),
	person("100000000000000000002", "Riley Torres", "riley@example.com", { hd: "example.com" }),
	person("100000000000000000003", "Noor Haddad", "noor@example.com"),
	person("100000000000000000004", "Uma Proven", "unverified@example.com", {
		email_verified: false,
	}),
	person("100000000000000000005", "Gael Martin", "gael.martin@gmail.com"),
	person("100000000000000000006", "Jo O\u2019Brien", "jo_o'brien@my-shop.com", {
		hd: "my-shop.com",
	}),
];

interface Wish {
	name: string;
	email: string;
	isVerified: boolean;
	/** "" for an account of no organization. */
	hd: string;
	/** Which Google account with this address, from 1: an address may be given to somebody else. */
	which: number;
}

/** Makes an account of what is typed; the same address and number are always the same account. */
export async function createPerson({ name, email, isVerified, hd, which }: Wish): Promise<Person> {
	const known = which === 1 ? people.find((each) => each.email === email) : undefined;
	const claims = { email_verified: isVerified, ...(hd ? { hd } : {}) };
	if (known) return { ...known, ...claims, name: name || known.name };
	const seed = which === 1 ? email : `${email} ${which}`;
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed));
	const digits = new DataView(hash).getBigUint64(0).toString().padStart(20, "0");
	return person(`1${digits}`, name || "Invented Person", email, claims);
}

/** A picture with the first letter of the name, as Google makes one. */
export function pictureOf(name: string): string {
	const letter = encodeURIComponent(name.charAt(0).replace(/[<>&]/, "?"));
	return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'%3E%3Crect width='96' height='96' fill='%231d5fa8'/%3E%3Ctext x='48' y='64' font-size='48' font-family='sans-serif' text-anchor='middle' fill='%23fff'%3E${letter}%3C/text%3E%3C/svg%3E`;
}

function person(
	sub: string,
	name: string,
	email: string,
	claims: Partial<Pick<Person, "email_verified" | "hd">> = {},
): Person {
	return { sub, name, email, email_verified: true, ...claims };
}
