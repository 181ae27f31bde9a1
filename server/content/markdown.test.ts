import { expect, test } from 'vitest'
import { toHtml } from './markdown.ts'

test('HTML in a text is shown as it is written, whatever stands before it', () => {
  for (const [text, html] of [
    ['a <b>c</b>', '<p>a &lt;b&gt;c&lt;/b&gt;</p>'],
    ['a <kbd><img src=x onerror=alert(1) //', '<p>a &lt;kbd&gt;&lt;img src=x onerror=alert(1) //</p>'],
    ['<code><svg/onload=alert(1)', '<p>&lt;code&gt;&lt;svg/onload=alert(1)</p>'],
  ])
    expect(toHtml(text ?? '')).toBe(html)
  for (const text of ['<script z', '<pre>\n<img src=x onerror=alert(1)>', '<!-- <i> -->', 'a <script>b</script>'])
    expect(toHtml(text)).not.toMatch(/<(?!\/?p>)/)
})

test('Markdown stays what it is: entities, code, links with the language, tables', () => {
  expect(toHtml('A &amp; B &lt;')).toBe('<p>A &amp; B &lt;</p>')
  expect(toHtml('`<b>`')).toBe('<p><code>&lt;b&gt;</code></p>')
  expect(toHtml('[a](/{lang}/faq)')).toBe('<p><a href="/{lang}/faq">a</a></p>')
  expect(toHtml('|a|\n|-|\n|b & c|')).toContain('<td>b &amp; c</td>')
})
