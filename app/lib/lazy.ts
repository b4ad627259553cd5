import { chunkTimeoutMs } from "#contract/limits.ts";
import { chunkFailed } from "#contract/messages.ts";

/**
 * Loads a part of the page's script when it is wanted (specification.md §8, §9).
 * @param name of the part, for the message
 * @param load the `import()`
 * @param timeoutMs after which it counts as failed
 * @throws Error 'Loading chunk {name} failed' when it is missing, broken or late
 */
export async function loadPart<Part>(
	name: string,
	load: () => Promise<Part>,
	timeoutMs = chunkTimeoutMs,
): Promise<Part> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(reject, timeoutMs);
	});
	try {
		return await Promise.race([load(), late]);
	} catch (cause) {
		throw new Error(chunkFailed(name), { cause });
	} finally {
		clearTimeout(timer);
	}
}
