/**
 * What one tool is called in different countries and trades: in lower case and in the singular. Whoever searches by one
 * name finds the others.
 */
export const synonyms: readonly (readonly string[])[] = [
	["wrench", "spanner"],
	["torque wrench", "torque spanner"],
	["lug wrench", "wheel brace", "wheel wrench", "tire iron", "tyre iron"],
	["jack stand", "axle stand", "safety stand"],
	["floor jack", "trolley jack", "garage jack"],
	["allen key", "allen wrench", "hex key", "hex wrench", "inbus"],
	["creeper", "crawler board", "mechanics board"],
	["phillips", "cross head", "ph2"],
	["flathead", "flat head", "slotted"],
	["flashlight", "torch", "work light", "inspection lamp"],
	["scanner", "scan tool", "code reader"],
	["voltmeter", "multimeter"],
	["sparkplug", "spark plug"],
	["oil pan", "drip tray", "drain pan"],
	["ball joint splitter", "tie rod remover", "ball joint separator"],
	["caliper tool", "caliper wind back", "piston tool"],
	["spring clamp", "spring compressor"],
	["ball pein", "ball peen"],
	["socket wrench", "ratchet"],
	["feeler blade", "thickness gauge", "feeler gauge"],
	["grease pump", "grease gun"],
	["tire", "tyre"],
	["gas", "petrol"],
	["fiberglass", "fibreglass"],
	["gage", "gauge"],
	["gray", "grey"],
	["color", "colour"],
];
