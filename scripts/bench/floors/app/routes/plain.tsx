export const meta = () => [{ title: "Plain" }];

export default function Plain() {
	return (
		<main>
			<h1>Hello</h1>
		</main>
	);
}
