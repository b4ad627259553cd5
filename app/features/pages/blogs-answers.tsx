import type { ReactNode } from "react";

type Answer = { id: string; question: string; answer: ReactNode };

/** The six questions of specification.md §2 "Routes". */
export const answers: Answer[] = [
	{
		id: "react-performance",
		question: "How do you improve the performance of a React application?",
		answer: (
			<>
				<p>
					Measure first: the profiler of React's developer tools shows what renders and why, and a
					trace of the browser shows whether rendering is the trouble at all. Often it is not. The
					largest gains come from sending less: HTML made on the server, pictures of the right size,
					and code that is split so that a page loads only its own. Here the sales chart is fetched
					when it scrolls into view, and this page ships no script.
				</p>
				<p>
					Inside React, keep state close to where it is used, so that a keystroke renders one field
					and not the page. Give lists stable keys. Compute what can be computed instead of storing
					it twice. Reach for <code>memo</code> and <code>useMemo</code> last, where the profiler
					points, since each has a cost of its own.
				</p>
			</>
		),
	},
	{
		id: "state-management",
		question: "Which ways are there to manage state in React?",
		answer: (
			<>
				<p>
					Ask first whose state it is. What belongs to one component stays in it, with{" "}
					<code>useState</code>, or <code>useReducer</code> when several values change together.
					What two siblings share moves up to their parent. What many distant components read, such
					as a theme, goes through context; what changes often and is read in many places suits a
					small store such as Zustand or Redux Toolkit.
				</p>
				<p>
					Two kinds should not be copied into component state. The address holds what a link should
					carry: the page of our product grid is <code>?page=2</code>. The server owns products and
					orders: a router's loaders, or a library such as TanStack Query, fetch them, and fetch
					again after a change. With those two in their places, little is left to manage.
				</p>
			</>
		),
	},
	{
		id: "prototypal-inheritance",
		question: "How does prototypal inheritance work?",
		answer: (
			<>
				<p>
					Every JavaScript object has a hidden link to another object, its prototype, or to{" "}
					<code>null</code>. Reading a property looks at the object itself, then at its prototype,
					then at that one's prototype, until the property is found or the chain ends. Writing sets
					the property on the object itself, unless a setter or a read-only property stands further
					up the chain.
				</p>
				<p>
					So an object inherits from an object, not from a blueprint: an array finds{" "}
					<code>map</code> on <code>Array.prototype</code>, which all arrays share.{" "}
					<code>Object.create(parent)</code> makes the link directly, and{" "}
					<code>class Ratchet extends Tool</code> makes the same links in clearer words: methods of
					a class are properties of its <code>prototype</code>.
				</p>
			</>
		),
	},
	{
		id: "setting-state",
		question: "Why not set the state directly in React?",
		answer: (
			<>
				<p>
					React renders again when a setter is called. After <code>products.push(wrench)</code>{" "}
					nothing has told it to, so the screen keeps showing the old list. Calling{" "}
					<code>setProducts(products)</code> afterwards does not help: it is the same array, and
					React, comparing by identity, sees no change.
				</p>
				<p>
					A value changed in place is also a different value for whoever still holds it: an effect,
					a memoised child, a render that is under way. So hand over a new one:{" "}
					<code>{"setProducts([...products, wrench])"}</code>, or a function of the latest value,{" "}
					<code>{"setCount((count) => count + 1)"}</code>, where several updates may come together.
				</p>
			</>
		),
	},
	{
		id: "search-by-name",
		question: "How do you search an array of products by name?",
		answer: (
			<>
				<p>
					For a list that is on the page already, filter it. Bring both sides to the same case, and
					treat a blank search as no search:
				</p>
				<pre className="rounded-md bg-base-200 p-4 text-sm whitespace-pre-wrap [tab-size:2]">
					<code>{`const wanted = search.trim().toLowerCase();
const found = products.filter(({ name }) =>
	name.toLowerCase().includes(wanted),
);`}</code>
				</pre>
				<p>
					<code>find</code> instead of <code>filter</code> gives the first match or{" "}
					<code>undefined</code>. Compute the result while rendering; there is no need to keep it in
					state beside the list. For a catalogue of thousands leave the search to the database and
					its text index, and send only the matches.
				</p>
			</>
		),
	},
	{
		id: "unit-tests",
		question: "What is a unit test, and why write them?",
		answer: (
			<>
				<p>
					A unit test runs one small part alone, with known input, and compares what comes out with
					what should: the price text <code>19.99</code> becomes 1999 cents, and <code>19.999</code>{" "}
					is refused. It takes milliseconds, so it can run at every save, and when it fails it
					points at one place.
				</p>
				<p>
					Its worth shows at the second change. It says at once what that change broke, it is an
					example of use that cannot go out of date unnoticed, and code that is easy to test is
					usually in good pieces. It does not show that the pieces fit: for that, a few tests drive
					the whole shop through a browser. And a test that cannot fail is worth nothing, so see it
					fail once.
				</p>
			</>
		),
	},
];
