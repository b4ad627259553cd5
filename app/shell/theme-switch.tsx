import { themePath, themes } from "#contract/theme.ts";

/**
 * Light, dark or as the device is set; remembered by a cookie. The Worker writes the choice into the page
 * (worker/front/theme.ts); where scripts run it is seen at once (app/shell/theme.tsx).
 */
export const ThemeSwitch = () => (
	<form method="post" action={themePath} className="theme-switch">
		<fieldset>
			<legend className="sr-only">Colours of the pages</legend>
			{Object.entries(themes).map(([theme, label]) => (
				<button
					key={theme}
					type="submit"
					name="theme"
					value={theme}
					aria-pressed={theme === "system"}
				>
					{label}
				</button>
			))}
		</fieldset>
	</form>
);
