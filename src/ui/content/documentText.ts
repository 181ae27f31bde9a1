import { prepareRichText, type RichTextOptions } from './prepareRichText.ts'

/** A rich text as a document has it: the same nodes that the page would make. */
type WriteText = (html: string, options: Omit<RichTextOptions, 'document' | 'base'>) => string

let write: WriteText | null = null

/**
 * Gives the renderer of documents what it needs to write rich texts. Only in Node: a browser takes over what is there.
 *
 * @param parse makes nodes of HTML that this product has rendered from Markdown
 */
export function writeTextsWith(
  parse: (html: string) => { root: ParentNode & { innerHTML: string }; document: RichTextOptions['document'] },
): void {
  write = (html, options) => {
    const { root, document } = parse(html)
    // Of no site: every address with a host leaves it.
    prepareRichText(root, { ...options, document, base: 'https://document.invalid' })
    return root.innerHTML
  }
}

/** Writes a rich text into a document that is being rendered. */
export function documentText(...text: Parameters<WriteText>): string {
  if (write === null) throw new Error('Rich texts are written by the renderer of documents alone')
  return write(...text)
}
