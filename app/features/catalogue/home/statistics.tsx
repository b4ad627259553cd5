import { Still } from "#app/document/still.tsx";
import { Section } from "./section.tsx";

/** specification.md §9 "Statistics". */
const figures = [
	["72", "countries"],
	["200+", "Car Repair tools"],
	["150+", "Happy clients"],
	["300+", "likes"],
] as const;

function Banner() {
	return (
		<Section
			id="about"
			title="Trusted where every bolt is counted"
			note="try to understand user expectation"
		>
			<ul className="figures">
				{figures.map(([figure, label]) => (
					<li key={label}>
						<strong>{figure}</strong> {label}
					</li>
				))}
			</ul>
		</Section>
	);
}

/** The banner of figures under the slogan (specification.md §1). */
export const Statistics = () => <Still of={Banner} />;
