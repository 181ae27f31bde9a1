import { allowedAttributes, allowedTags, ownPicture } from './allowedHtml.ts'
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
    keepAllowed(root)
    // Of no site: every address with a host leaves it.
    prepareRichText(root, { ...options, document, base: 'https://document.invalid' })
    return root.innerHTML
  }
}

/** Where a link may lead: a place, a page of this site, another site, mail, a telephone. */
const safeLink = /^(?:#|\/|https?:|mailto:|tel:|\{lang\}|%7Blang%7D)/i

/** The page sanitises what it gets from elsewhere; a document has no more than that would leave. */
function keepAllowed(root: ParentNode): void {
  for (const element of root.querySelectorAll('*')) {
    if (element.localName === 'img' && !ownPicture.test(element.getAttribute('src') ?? '')) element.remove()
    // Its words stay, as in the page.
    else if (!allowedTags.has(element.localName)) element.replaceWith(...element.childNodes)
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name) ?? ''
      if (!allowedAttributes.has(name) || (name === 'href' && !safeLink.test(value))) element.removeAttribute(name)
      // The nodes of the renderer write it as it is.
      else element.setAttribute(name, value.replaceAll('&', '&amp;'))
    }
  }
}

/** Writes a rich text into a document that is being rendered. */
export function documentText(...text: Parameters<WriteText>): string {
  if (write === null) throw new Error('Rich texts are written by the renderer of documents alone')
  return write(...text)
}
