import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadSanitiser, sanitise } from '#src/ui/content/sanitise.ts'
import { withoutReported } from '#src/ui/content/withoutReported.ts'

/** What texts of editors, and of whoever writes for them, can be made of. */
const fragments = [
  ['<', '>', '"', "'", '=', '/', ' ', '\n', '\t', '!', '?', '--', '&quot;', 'x', 'on', 'one = two', '音'],
  ['onclick', 'ONLOAD', 'onerror=a()', ' onclick="b()"', "'onfocus=c", 'style', ' style="color:red"', 'href="#"'],
  ['<p', '<p ', '<b>', '</b', '<a title="', "<a title='", '<img src=x ', '<svg/', '<svg>', '<math ', '<br/'],
  ['<!--', '-->', '--!>', '<![CDATA[', ']]>', '<style>', '</style>', '<script>', '</script>', '<textarea>'],
  ['</textarea>', '<title>', '</title>', '<template>', '</template>', '<noscript>', '<plaintext>', '<xmp>', '<iframe>'],
].flat()
const texts = fc.array(fc.constantFrom(...fragments), { maxLength: 24 }).map((parts) => parts.join(''))

/** The elements of a parsed text, with those of its templates. */
function elementsOf(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element instanceof HTMLTemplateElement ? elementsOf(element.content) : []),
  ])
}

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')
const namesIn = (html: string) => elementsOf(parse(html)).map(({ tagName }) => tagName)

test('Whatever a text is made of, the parser meets no handler and no style, and the same elements as before', () => {
  fc.assert(
    fc.property(texts, (html) => {
      const clean = withoutReported(html)
      const attributes = elementsOf(parse(clean)).flatMap((element) => element.getAttributeNames())
      expect(attributes.filter((name) => /^(?:on|style)/i.test(name))).toEqual([])
      // The end of a style sheet can be read as an attribute of a tag that begins in it.
      expect(html.includes('</style') || namesIn(clean).join() === namesIn(html).join()).toBe(true)
      expect(clean).toHaveLength(html.length)
    }),
    { numRuns: 3000 },
  )
})

test('No text of an editor makes the browser report a handler or a style', async () => {
  const reports: string[] = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => {
    reports.push(`${violatedDirective} ${sample}`)
  })
  await loadSanitiser()
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = "style-src-attr 'none'; script-src-attr 'none'"
  document.head.append(policy)
  for (const html of [
    '<p onclick="a()" style="color:red">x</p>',
    '<svg/onload=a()>',
    '<a title=">" onclick=b>x</a>',
    '<a title="x"onclick=b>x</a>',
    '<!-- <a title=" --><b onclick=x>x</b>',
    '<p onclick>x</p>',
  ])
    sanitise(html)
  // The proof that reports come: they are events of their own, in this order.
  const proof = document.createElement('p')
  proof.setAttribute('style', 'color: red')
  await expect.poll(() => reports.length).toBeGreaterThan(0)
  expect(reports).toHaveLength(1)
})
