/** Who signs in: the claims of the id_token that describe a person. */
export interface Person {
	sub: string;
	name: string;
	email: string;
	email_verified: boolean;
}

/** The invented accounts to choose from. */
export const people: Person[] = [
	person("100000000000000000001", "Sam Shopper", "shopper@example.com"),
	person("100000000000000000002", "Riley Torres", "riley@example.com"),
	person("100000000000000000003", "Noor Haddad", "noor@example.com"),
	person("100000000000000000004", "Uma Proven", "unverified@example.com", false),
];

/** Makes an account of a typed name and address; the same address is always the same account. */
export async function invent(name: string, email: string, isVerified: boolean): Promise<Person> {
	const known = people.find((each) => each.email === email);
	if (known) return { ...known, name: name || known.name, email_verified: isVerified };
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(email));
	const digits = new DataView(hash).getBigUint64(0).toString().padStart(20, "0");
	return person(`1${digits}`, name || "Invented Person", email, isVerified);
}

/** A picture with the first letter of the name, as Google makes one. */
export function pictureOf(name: string): string {
	const letter = encodeURIComponent(name.charAt(0).replace(/[<>&]/, "?"));
	return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'%3E%3Crect width='96' height='96' fill='%231d5fa8'/%3E%3Ctext x='48' y='64' font-size='48' font-family='sans-serif' text-anchor='middle' fill='%23fff'%3E${letter}%3C/text%3E%3C/svg%3E`;
}

function person(sub: string, name: string, email: string, email_verified = true): Person {
	return { sub, name, email, email_verified };
}
