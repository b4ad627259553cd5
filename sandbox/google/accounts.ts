/** The ID token's claims about a Google account. */
export interface GoogleAccount {
	sub: string;
	name: string;
	email: string;
	email_verified: boolean;
	/** "Hosted domain": the domain of the account's Google Workspace organization. Other accounts lack the claim. */
	hd?: string | undefined;
}

/** The accounts in the account chooser: some in Google Workspace, one at Gmail, and some whose email Google does not host. */
export const listedAccounts: GoogleAccount[] = [
	toAccount("100000000000000000001", "Sam Shopper", "shopper@example.com", {
		hd: "example.com",
	}),
	toAccount("100000000000000000002", "Riley Torres", "riley@example.com", {
		hd: "example.com",
	}),
	toAccount("100000000000000000003", "Noor Haddad", "noor@example.com"),
	toAccount("100000000000000000004", "Uma Proven", "unverified@example.com", {
		email_verified: false,
	}),
	toAccount("100000000000000000005", "Gael Martin", "gael.martin@gmail.com"),
	toAccount("100000000000000000006", "Jo O\u2019Brien", "jo_o'brien@my-shop.com", {
		hd: "my-shop.com",
	}),
];

interface AccountInput {
	name: string;
	email: string;
	isVerified: boolean;
	/** "" for an account outside any organization. */
	hd: string;
	/** From 1. Tells apart accounts that have had the same address, which can move from one Google account to another. */
	accountNumber: number;
}

/** Creates an account from the form's input. The same address and number always have the same `sub`. */
export async function createAccount({
	name,
	email,
	isVerified,
	hd,
	accountNumber,
}: AccountInput): Promise<GoogleAccount> {
	const listedAccount =
		accountNumber === 1 ? listedAccounts.find((account) => account.email === email) : undefined;
	const claims = { email_verified: isVerified, ...(hd ? { hd } : {}) };
	if (listedAccount) return { ...listedAccount, ...claims, name: name || listedAccount.name };
	const seed = accountNumber === 1 ? email : `${email} ${accountNumber}`;
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed));
	const digits = new DataView(hash).getBigUint64(0).toString().padStart(20, "0");
	return toAccount(`1${digits}`, name || "Invented Person", email, claims);
}

/** Returns the URL of a picture with the name's first letter, like Google's default profile picture. */
export function getPictureUrl(name: string): string {
	const letter = encodeURIComponent(name.charAt(0).replace(/[<>&]/, "?"));
	return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'%3E%3Crect width='96' height='96' fill='%231d5fa8'/%3E%3Ctext x='48' y='64' font-size='48' font-family='sans-serif' text-anchor='middle' fill='%23fff'%3E${letter}%3C/text%3E%3C/svg%3E`;
}

function toAccount(
	sub: string,
	name: string,
	email: string,
	claims: Partial<Pick<GoogleAccount, "email_verified" | "hd">> = {},
): GoogleAccount {
	return { sub, name, email, email_verified: true, ...claims };
}
