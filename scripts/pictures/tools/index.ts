import { axleStand } from "./axle-stand.ts";
import { ballJointSeparator } from "./ball-joint-separator.ts";
import { bottleJack } from "./bottle-jack.ts";
import { brakePistonTool } from "./brake-piston-tool.ts";
import { creeper } from "./creeper.ts";
import { drainPan } from "./drain-pan.ts";
import { feelerGauge } from "./feeler-gauge.ts";
import { greaseGun } from "./grease-gun.ts";
import { hammer } from "./hammer.ts";
import { hexKeys } from "./hex-keys.ts";
import { impactSockets } from "./impact-sockets.ts";
import { inspectionLamp } from "./inspection-lamp.ts";
import { multimeter } from "./multimeter.ts";
import { obdReader } from "./obd-reader.ts";
import { oilFilterWrench } from "./oil-filter-wrench.ts";
import { pliers } from "./pliers.ts";
import { ratchet } from "./ratchet.ts";
import { screwdrivers } from "./screwdrivers.ts";
import { spannerSet } from "./spanner-set.ts";
import { sparkPlugSocket } from "./spark-plug-socket.ts";
import { springCompressor } from "./spring-compressor.ts";
import { torqueWrench } from "./torque-wrench.ts";
import { trolleyJack } from "./trolley-jack.ts";
import { wheelBrace } from "./wheel-brace.ts";

/** What draws each tool of the catalogue, by the slug of its picture. */
export const tools: Readonly<Record<string, () => string>> = {
	"axle-stand": axleStand,
	"ball-joint-separator": ballJointSeparator,
	"bottle-jack": bottleJack,
	"brake-piston-tool": brakePistonTool,
	creeper: creeper,
	"drain-pan": drainPan,
	"feeler-gauge": feelerGauge,
	"grease-gun": greaseGun,
	hammer: hammer,
	"hex-keys": hexKeys,
	"impact-sockets": impactSockets,
	"inspection-lamp": inspectionLamp,
	multimeter: multimeter,
	"obd-reader": obdReader,
	"oil-filter-wrench": oilFilterWrench,
	pliers: pliers,
	ratchet: ratchet,
	screwdrivers: screwdrivers,
	"spanner-set": spannerSet,
	"spark-plug-socket": sparkPlugSocket,
	"spring-compressor": springCompressor,
	"torque-wrench": torqueWrench,
	"trolley-jack": trolleyJack,
	"wheel-brace": wheelBrace,
};
