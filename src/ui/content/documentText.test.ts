import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { documentText, writeTextsWith } from './documentText.ts'

writeTextsWith((html) => {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  document.body.innerHTML = html
  return { root: document.body, document }
})

/** The text with the attributes of each tag by their names. */
function write(html: string): string {
  const text = documentText(html, {
    lang: 'en',
    resolveLink: (href) => href,
    newTab: '(opens in a new tab)',
    table: 'Table',
    hiddenClass: 'hidden',
    tableClass: 'table',
  })
  return text.replaceAll(/(?: [\w-]+="[^"]*")+/g, (written) =>
    (written.match(/ [\w-]+="[^"]*"/g) ?? []).toSorted().join(''),
  )
}

test('A text in a document has the tags and attributes that the page’s sanitiser would leave, and all its words', () => {
  expect(write('<h1 onclick="x">A</h1><script>B</script><p style="color:red">C <del>D</del></p>')).toBe(
    'AB<p>C <del>D</del></p>',
  )
  expect(write('<a href="javascript:alert(1)">A</a> <a href=" data:text/html,x">B</a>')).toBe('<a>A</a> <a>B</a>')
  expect(write('<img src="https://elsewhere.example/a.png"><img src="//a/b"><img src="/images/a.webp">')).toBe(
    '<img alt="" loading="lazy" src="/images/a.webp">',
  )
})

test('Its links have the language, say where they lead, and keep their parameters', () => {
  expect(write('<a href="/{lang}/faq#x">A</a>')).toBe('<a href="/en/faq#x">A</a>')
  expect(write('<a href="https://a.example/?b=1&amp;reg=2">A</a>')).toContain(
    '<a href="https://a.example/?b=1&amp;reg=2" rel="noopener noreferrer" target="_blank">',
  )
})

test('Its tables are as on the page', () => {
  const table = write(
    '<table><thead><tr><th></th><th>Red</th></tr></thead><tbody><tr><td>Fee</td><td>1</td></tr></tbody></table>',
  )
  expect(table).toMatch(/^<div aria-label="Table" class="table" role="group" tabindex="0"><table role="table">/)
  expect(table).toContain('<td data-head="Red" role="cell">1</td>')
  expect(table).toContain('<th role="columnheader">Red</th>')
})
