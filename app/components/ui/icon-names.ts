/** Lucide names in `public/icons.svg`; after a change run `node scripts/icons.ts`. */
export const iconNames = [
	"arrow-right",
	"check",
	"circle-alert",
	"circle-check",
	"credit-card",
	"image-up",
	"info",
	"list-ordered",
	"mail",
	"menu",
	"message-square",
	"package",
	"panel-left",
	"pencil",
	"plus",
	"search",
	"shield-check",
	"star",
	"trash-2",
	"truck",
	"user",
	"users",
	"wrench",
	"x",
] as const;

export type IconName = (typeof iconNames)[number];
