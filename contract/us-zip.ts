const zip = /\b\d{5}(?:-\d{4})?\b(?!.*\b\d{5}(?:-\d{4})?\b)/s;

/** Returns the ZIP code or ZIP+4 of a US address, which is its last five-digit number; undefined if there is none. */
export const findZip = (address: string): string | undefined => zip.exec(address)?.[0];
