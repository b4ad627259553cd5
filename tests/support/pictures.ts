/** A picture of 10 × 10 pixels, for a file input. */
export const smallPicture = {
	name: "picture.png",
	mimeType: "image/png",
	buffer: Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC",
		"base64",
	),
};

/** A picture whose pixels differ from those of `smallPicture`, because the shop strips metadata and trailing bytes before it compares pictures. */
export const anotherPicture = {
	name: "another.png",
	mimeType: "image/png",
	buffer: Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFElEQVR42mMQiTrxnxjMMKqQvgoBKODctZ5fs00AAAAASUVORK5CYII=",
		"base64",
	),
};
