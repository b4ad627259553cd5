// React Router leaves `.client` modules out of the server bundle. On the server, their exports are undefined.
export { readDraft, saveDraft, sentOrderName } from "#app/lib/stored-drafts.ts";
export {
	hasAccountChanged,
	hasTypedText,
	syncAccessToken,
	watchOtherTabs,
} from "./access-token.ts";
export { watchBasketCount } from "./basket-fields.ts";
export { watchFocus } from "./focus.ts";
export { watchForms } from "./forms.ts";
export { watchOffline } from "./offline.ts";
export { pollForChanges } from "./poll-for-changes.ts";
export { watchSearch } from "./search.ts";
export { handleToastDismissal } from "./toast-dismissal.ts";
