import { createContext } from "react-router";

export const database = createContext<D1Database>();
