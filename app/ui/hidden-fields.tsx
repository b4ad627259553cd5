type Props = { fields: (readonly [name: string, value: string | number])[] };

export const HiddenFields = ({ fields }: Props) =>
	fields.map(([name, value], index) => (
		<input key={index} type="hidden" name={name} value={value} />
	));
