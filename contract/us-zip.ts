const zip = /\b\d{5}(?:-\d{4})?\b(?!.*\b\d{5}(?:-\d{4})?\b)/s;

/** Returns the ZIP code of an address in the United States: the last number of five digits, with or without "+4"; undefined without one. */
export const findZip = (address: string): string | undefined => zip.exec(address)?.[0];
