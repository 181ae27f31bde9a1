import { languagePattern } from '#contract/language.ts'
import type { LinkResolver } from '#src/ui/actions/linkResolver.ts'

/** What `prepareRichText` adds to the nodes of a rich text. */
export interface RichTextOptions {
  /** Makes the nodes: the page's, or the server's, which knows only what all documents have. */
  document: Pick<Document, 'createElement'>
  /** The address of the page. */
  base: string
  /** The value of `{lang}` in addresses. */
  lang: string
  resolveLink: LinkResolver
  /** Hidden text after a link that opens a new tab. */
  newTab: string
  /** The accessible name of a table that scrolls horizontally. */
  table: string
  hiddenClass: string
  tableClass: string
}

/** `{lang}` as editors write it, and as Markdown or a browser escapes it. */
const languagePlace = /\{lang\}|%7Blang%7D/gi

/**
 * Puts the language into addresses, marks links that leave the site, and makes tables ready for screens of every width.
 */
export function prepareRichText(fragment: ParentNode, options: RichTextOptions): void {
  prepareLinks(fragment, options)
  for (const image of fragment.querySelectorAll('img')) {
    if (!image.hasAttribute('alt')) image.setAttribute('alt', '')
    image.setAttribute('loading', 'lazy')
  }
  for (const table of fragment.querySelectorAll('table')) {
    // Markdown tables can have an empty heading cell.
    for (const head of table.querySelectorAll('th')) {
      if (head.textContent.trim() === '') head.replaceWith(options.document.createElement('td'))
    }
    nameCells(table)
    const frame = options.document.createElement('div')
    frame.className = options.tableClass
    frame.setAttribute('tabindex', '0')
    frame.setAttribute('role', 'group')
    frame.setAttribute('aria-label', table.querySelector('caption')?.textContent || options.table)
    table.replaceWith(frame)
    frame.append(table)
  }
}

/**
 * On narrow screens each row becomes a card that names its cells. Some browsers drop the roles of table elements in
 * that layout, so they are set explicitly.
 */
function nameCells(table: Element): void {
  table.setAttribute('role', 'table')
  for (const group of table.querySelectorAll('thead, tbody')) group.setAttribute('role', 'rowgroup')
  const heads = [...(table.querySelector('thead tr')?.children ?? [])].map((cell) => cell.textContent.trim())
  for (const row of table.querySelectorAll('tr')) {
    row.setAttribute('role', 'row')
    const inHead = row.parentElement?.localName === 'thead'
    for (const [index, cell] of [...row.children].entries()) {
      cell.setAttribute('role', cell.localName === 'th' ? (inHead ? 'columnheader' : 'rowheader') : 'cell')
      const head = heads[index]
      if (!inHead && head !== undefined && head !== '') cell.setAttribute('data-head', head)
    }
  }
}

/** The same for its links that lead nowhere else yet: what they open may be known later. */
export function prepareLinks(fragment: ParentNode, options: Omit<RichTextOptions, 'table' | 'tableClass'>): void {
  for (const link of fragment.querySelectorAll('a:not([target])')) prepareLink(link, options)
}

function prepareLink(link: Element, options: Omit<RichTextOptions, 'table' | 'tableClass'>): void {
  const { document, base, lang, newTab, hiddenClass, resolveLink } = options
  const written = link.getAttribute('href')
  if (written === null) return
  const href = resolveLink(written.replaceAll(languagePlace, lang))
  link.setAttribute('href', href)
  const target = addressOf(href, base)
  if (target === null || !/^https?:$/.test(target.protocol) || target.origin === new URL(base).origin) return
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer')
  const said = document.createElement('span')
  said.className = hiddenClass
  said.textContent = ` ${newTab}`
  link.append(said)
}

function addressOf(href: string, base: string): URL | null {
  try {
    return new URL(href, base)
  } catch {
    return null
  }
}

const inApp = new RegExp(`^/(?:${languagePattern})(?:/|$)`)

/**
 * The root-relative address in the app that a click on a link of a rich text leads to (`/tc/faq#points`); null if the
 * browser should follow the link itself: another site, a new tab, a mail address, a file, an anchor on the same page.
 */
export function appHref(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target !== '') return null
  const target = addressOf(link.href, location.href)
  if (target === null || target.origin !== location.origin || !inApp.test(target.pathname)) return null
  return target.pathname + target.search + target.hash
}
