/**
 * Whom a rate limit by address counts. With IPv6 every household and server has a whole /64 to itself, and could try
 * without end if each address of it counted alone (RFC 6177).
 * @param address as `CF-Connecting-IP` gives it
 * @returns an IPv4 address as it is, an IPv6 address's first 64 bits
 */
export function networkOf(address: string): string {
	if (!address.includes(":") || address.includes(".")) return address;
	// Of the many ways to write an IPv6 address a URL has one: lower case, no leading zeros, the longest run of zeros cut.
	const host = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
	if (!host) return address;
	const [before = [], after] = host.split("::").map((half) => half.split(":").filter(Boolean));
	const left = [...before];
	if (after)
		left.push(...Array.from({ length: 8 - left.length - after.length }, () => "0"), ...after);
	return `${left.slice(0, 4).join(":")}::/64`;
}
