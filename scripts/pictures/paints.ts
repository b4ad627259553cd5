/** The colours of the mark. */
export const graphite = "#15191e";
export const orange = "#ff6b1a";
