import type { FormErrors } from "#app/lib/form-action.ts";
import { Button } from "#app/ui/button.tsx";
import { errorAt, Field, FormError } from "#app/ui/field.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import type { Route } from "./+types/two-factor.ts";

/** Dark on light in both themes, because many apps cannot read an inverted code. */
function QrCode({ rows }: { rows: boolean[][] }) {
	const size = rows.length;
	const path = rows
		.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
		.join("");
	return (
		<svg
			viewBox={`0 0 ${size} ${size}`}
			role="img"
			aria-label="QR code for the authenticator app"
			shapeRendering="crispEdges"
			className="w-52 max-w-full rounded-sm border border-base-300"
		>
			<rect width={size} height={size} fill="#fff" />
			<path d={path} fill="#000" />
		</svg>
	);
}

type Setup = NonNullable<Route.ComponentProps["loaderData"]["setup"]>;

export const TwoFactorSetup = ({
	setup,
	errors,
}: {
	setup: Setup;
	errors: FormErrors | undefined;
}) => (
	<>
		<ol className="grid list-decimal gap-6 ps-5">
			<li>
				<div className="grid justify-items-start gap-3">
					<p>Scan this code with an authenticator app, or open it on this device.</p>
					<QrCode rows={setup.qrCode} />
					<p>
						<a className="link" href={setup.uri}>
							Open in an app
						</a>
					</p>
					<p>
						Can't scan it? Enter this key:{" "}
						<code className="font-semibold wrap-anywhere">{setup.secret}</code>
					</p>
				</div>
			</li>
			<li>
				<PostForm className="grid gap-3">
					<Field
						label="Code from the app"
						name="code"
						autoComplete="one-time-code"
						inputMode="numeric"
						required
						error={errorAt(errors, "code")}
					/>
					<FormError errors={errors} />
					<div>
						<Button type="submit" variant="primary" name="intent" value="confirm">
							Turn on
						</Button>
					</div>
				</PostForm>
			</li>
		</ol>
		<p className="text-muted">Turning it on signs you out everywhere else.</p>
	</>
);
