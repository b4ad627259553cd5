/** The tools that were pictured from nearer too (scripts/catalogue). */
const nearer = new Set([
	"axle-stand",
	"ball-joint-separator",
	"bottle-jack",
	"brake-piston-tool",
	"creeper",
	"drain-pan",
	"feeler-gauge",
	"grease-gun",
	"hammer",
	"hex-keys",
	"impact-sockets",
	"inspection-lamp",
	"multimeter",
	"obd-reader",
	"oil-filter-wrench",
	"pliers",
	"ratchet",
	"screwdrivers",
	"spanner-set",
	"spark-plug-socket",
	"spring-compressor",
	"torque-wrench",
	"trolley-jack",
	"wheel-brace",
]);

/** @param img `/pictures/<slug>-800.webp` @returns the further pictures of that tool */
export function galleryOf(img: string): string[] {
	const [, slug = ""] = /^\/pictures\/([\w-]+)-800\.webp$/.exec(img) ?? [];
	return nearer.has(slug) ? [`/pictures/${slug}-detail-800.webp`] : [];
}
