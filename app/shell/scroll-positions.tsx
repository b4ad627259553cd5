import { useContext } from "react";
import { UNSAFE_FrameworkContext, UNSAFE_useScrollRestoration } from "react-router";

const key = "react-router-scroll-positions";

/** Scrolls before React has come. React Router's own `<ScrollRestoration>` throws where the browser refuses storage. */
const script = `{
	const { state } = history;
	if (!state?.key) history.replaceState({ ...state, key: Math.random().toString(32).slice(2) }, "");
	try {
		const y = JSON.parse(sessionStorage.getItem("${key}"))?.[history.state.key];
		if (typeof y === "number") scrollTo(0, y);
	} catch {}
}`;

export function ScrollPositions() {
	UNSAFE_useScrollRestoration({ storageKey: key });
	const nonce = useContext(UNSAFE_FrameworkContext)?.nonce;
	return (
		<script
			{...(nonce && { nonce })}
			suppressHydrationWarning
			dangerouslySetInnerHTML={{ __html: script }}
		/>
	);
}
