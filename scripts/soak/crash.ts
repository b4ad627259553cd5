import { crash as killOverAndOver } from "../../tests/crash/crash.ts";
import type { Item } from "./item.ts";

/** workerd killed under load and started again. `size`: kills. */
export const crash: Item = {
	title: "Crash",
	size: 50,
	async run(size, tell) {
		const found = await killOverAndOver(size, (kill) => {
			if (kill % 5 === 0) tell(`${kill} kills`);
		});
		const figures = {
			kills: found.kills,
			"requests answered": found.answers,
			"cut off": found.cutOff,
			orders: found.orders,
			cancelled: found.cancelled,
			payments: found.payments,
			"paid once": found.paidOnce,
			refunded: found.refunded,
		};
		return { figures, flaw: "violations", flaws: found.violations };
	},
};
