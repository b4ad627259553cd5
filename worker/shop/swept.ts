/** What a part of the sweep found to do, did, and could not; what is neither done nor failed waits. */
export type Swept = { found: number; mended: number; failed: number };

/** @param work what is done about each: true when that mended it; a failure keeps no other from its turn */
export async function countSwept(work: Promise<boolean>[]): Promise<Swept> {
	const results = await Promise.allSettled(work);
	const isMended = (result: PromiseSettledResult<boolean>) =>
		result.status === "fulfilled" && result.value;
	return {
		found: results.length,
		mended: results.filter(isMended).length,
		failed: results.filter(({ status }) => status === "rejected").length,
	};
}
