import { expect, test } from "vitest";
import { selectRows } from "./speed.ts";

const rows = [{ label: "home (visitor)" }, { label: "tools" }];

test("selects the rows whose label contains the text, which is not a pattern", () => {
	expect(selectRows(rows, "home (")).toEqual([rows[0]]);
	expect(selectRows(rows, "")).toEqual(rows);
});

test("an error lists the labels if none contains the text", () => {
	expect(() => selectRows(rows, "hmoe")).toThrow(/“hmoe”.*home \(visitor\)\n {2}tools/s);
});
