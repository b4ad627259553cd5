import { group, line, path, rect } from "../svg.ts";
import { axleStand } from "../tools/axle-stand.ts";
import { trolleyJack } from "../tools/trolley-jack.ts";
import { car } from "./car.ts";

function post(x: number): string {
	return (
		rect(x - 46, 590, 92, 14, "url(#rubber)", 3) +
		group(`translate(${x} 0)rotate(90)`, rect(26, -24, 566, 48, "url(#rubber)", 4)) +
		rect(x - 4, 40, 8, 540, "#0c0f12") +
		rect(x - 32, 316, 64, 74, "url(#faceOrange)", 5) +
		rect(x - 20, 330, 40, 8, "#15191e", 3)
	);
}

function room(): string {
	return (
		rect(0, 0, 1600, 700, "url(#wall)") +
		path("M0 556H1600V700H0Z", "#dfe4e9") +
		path("M560 556H1600V700H380Z", "#c9d1d9", { opacity: 0.6 }) +
		line("M0 556H1600", "#b3bdc7", 2) +
		line("M880 700L980 556M1340 700L1330 556", "#b3bdc7", 1.5) +
		path("M650 700L708 612H1584L1600 660V700H1590L1572 624H718L670 700Z", "#ff6b1a", {
			opacity: 0.85,
		})
	);
}

function lift(): string {
	return (
		rect(736, 352, 796, 22, "url(#oxide)", 3) +
		rect(736, 374, 796, 7, "#ff6b1a") +
		path("M752 352l22-24h14v24z", "#343d46") +
		post(730) +
		post(1540)
	);
}

/** A service bay: a car up on a four-post lift, jack and stands below; the left stays empty. */
export function bay(): string {
	return (
		room() +
		group("translate(756 111)", car()) +
		lift() +
		group("translate(846 390)scale(.44)", trolleyJack()) +
		group("translate(1206 400)scale(.42)", axleStand())
	);
}
