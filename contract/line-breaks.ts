/** Returns the text with LF line breaks. Browsers send CRLF in a form that no script submits, and API clients send either. */
export const normalizeLineBreaks = (text: string): string => text.replace(/\r\n?/g, "\n");
