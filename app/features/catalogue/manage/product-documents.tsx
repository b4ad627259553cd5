import { useId } from "react";
import type { FormErrors } from "#app/lib/form-action.ts";
import { Button } from "#app/ui/button.tsx";
import { errorAt, Field, FormError } from "#app/ui/field.tsx";
import { Section } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { documentPath, documentTitles } from "#contract/documents.ts";
import { errors as shopErrors } from "#contract/errors.ts";
import { documentMaxBytes, documentsMax, formatFileSize, textLength } from "#contract/limits.ts";
import type { ProductDocument } from "#worker/shop/catalogue/documents.ts";
import { DocumentLink } from "../document-link.tsx";

type ItemProps = { document: ProductDocument; reorderedKeys: string; isFirst: boolean };

/** The first document's "Move up" button does nothing. It is not disabled, because it would lose focus when its document becomes the first. */
const DocumentItem = ({ document: { key, title, bytes }, reorderedKeys, isFirst }: ItemProps) => (
	<li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-base-300 py-3">
		<div className="min-w-0 grow basis-60">
			<DocumentLink href={documentPath(key, title)} title={title} size={formatFileSize(bytes)} />
		</div>
		<div className="flex gap-2">
			<PostForm preventScrollReset>
				<input type="hidden" name="task" value="order-documents" />
				<input type="hidden" name="documents" value={reorderedKeys} />
				<Button
					type={isFirst ? "button" : "submit"}
					size="sm"
					aria-disabled={isFirst || undefined}
					aria-label={`Move up: ${title}`}
				>
					Move up
				</Button>
			</PostForm>
			<PostForm preventScrollReset>
				<input type="hidden" name="task" value="remove-document" />
				<input type="hidden" name="document" value={key} />
				<Button type="submit" size="sm" variant="danger" aria-label={`Remove: ${title}`}>
					Remove
				</Button>
			</PostForm>
		</div>
	</li>
);

/** Moves the key at `index` up by one, and joins all keys with spaces. */
function moveUp(keys: string[], index: number): string {
	const [movedKey = ""] = keys.slice(index);
	const otherKeys = keys.toSpliced(index, 1);
	return otherKeys.toSpliced(Math.max(0, index - 1), 0, movedKey).join(" ");
}

type Props = { documents: ProductDocument[]; errors: FormErrors | undefined };

export function ProductDocuments({ documents, errors }: Props) {
	const titlesId = useId();
	const keys = documents.map(({ key }) => key);
	const titleError = errorAt(errors, "title");
	const fileError = errorAt(errors, "document");
	return (
		<Section
			id="documents"
			title="Documents"
			isLarge
			className="stack border-t border-base-300 pt-6"
		>
			{documents.length > 0 && (
				<ol className="border-t border-base-300">
					{documents.map((document, index) => (
						<DocumentItem
							key={document.key}
							document={document}
							reorderedKeys={moveUp(keys, index)}
							isFirst={index === 0}
						/>
					))}
				</ol>
			)}
			<PostForm
				key={keys.join()}
				encType="multipart/form-data"
				className="stack"
				preventScrollReset
			>
				<input type="hidden" name="task" value="add-document" />
				<Field
					label="Title"
					name="title"
					list={titlesId}
					maxLength={textLength.documentTitle}
					autoComplete="off"
					required
					defaultValue={errors?.values.title}
					error={titleError}
				/>
				<datalist id={titlesId}>
					{documentTitles.map((title) => (
						<option key={title} value={title} />
					))}
				</datalist>
				<Field
					label="PDF file"
					name="document"
					type="file"
					accept="application/pdf"
					hint={`Up to ${documentsMax} documents, ${formatFileSize(documentMaxBytes)} each`}
					required
					error={fileError}
					onChange={({ target }) => {
						const isTooLarge = (target.files?.[0]?.size ?? 0) > documentMaxBytes;
						target.setCustomValidity(isTooLarge ? shopErrors.document_too_large.message : "");
					}}
				/>
				{errors && !titleError && !fileError && <FormError errors={{ ...errors, issues: [] }} />}
				<Button type="submit">Add document</Button>
			</PostForm>
		</Section>
	);
}
