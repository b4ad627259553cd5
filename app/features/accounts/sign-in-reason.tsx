import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";

type Props = {
	/** The page to return to. */
	from: string;
	tool: { name: string; img: string } | null;
	action: "Log in" | "Sign up";
};

const reasons: Record<string, string> = {
	"/checkout": "check out. Your basket is kept.",
	"/dashbord/requestquote": "request a quote. We'll save it in your account. Your basket is kept.",
};

/** Says why a visitor who pressed Purchase, Checkout or Request a quote is on this page. */
export const SignInReason = ({ from, tool, action }: Props) =>
	tool ? (
		<div className="flex items-center gap-4 border-y border-base-300 py-3">
			<ToolPicture img={tool.img} width={96} />
			<p>
				{action} to order <strong>{keepUnitsTogether(tool.name)}</strong>. You'll confirm the
				quantity next.
			</p>
		</div>
	) : (
		from in reasons && (
			<p className="border-y border-base-300 py-3">
				{action} to {reasons[from]}
			</p>
		)
	);
