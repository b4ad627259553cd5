import { expect, test } from "vitest";
import { selectRows } from "./speed.ts";

const rows = [{ label: "home (visitor)" }, { label: "tools" }];

test("selects the rows whose label contains the text, which is not a pattern", () => {
	expect(selectRows(rows, "home (")).toEqual([rows[0]]);
	expect(selectRows(rows, "")).toEqual(rows);
});

test("a text that no label contains is an error that lists the labels", () => {
	expect(() => selectRows(rows, "hmoe")).toThrow(/“hmoe”.*home \(visitor\)\n {2}tools/s);
});
