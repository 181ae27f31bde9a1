import { expect, test } from 'vitest'
import { removeLinksTo } from './removeLinksTo.ts'

const without = (html: string) => removeLinksTo('how-to', { en: html, tc: '', sc: '' }).en

test('A paragraph that only links to its own page is left out, in every language', () => {
  const text = {
    en: '<p>Scan your ticket.</p>\n<p><a href="/{lang}/how-to">How it works</a></p>',
    tc: '<p>掃描門票。</p>\n<p><a href="/tc/how-to">了解如何使用</a></p>\n',
    sc: '<p><a href="/{lang}/how-to">了解怎么用</a></p>\n<p>扫描门票。</p>',
  }
  expect(removeLinksTo('how-to', text)).toEqual({
    en: '<p>Scan your ticket.</p>\n',
    tc: '<p>掃描門票。</p>\n',
    sc: '<p>扫描门票。</p>',
  })
})

test('In a sentence the text of such a link stays, and other links stay links', () => {
  expect(without('<p>See <a title="Steps" href="/en/how-to/"><em>how</em> it works</a>, now.</p>')).toBe(
    '<p>See <em>how</em> it works, now.</p>',
  )
  const others =
    '<p><a href="/{lang}/how-to#steps">The steps</a></p><p><a href="/{lang}/faq">Ask</a></p>' +
    '<p><a href="https://elsewhere.example/en/how-to">Elsewhere</a></p>'
  expect(without(others)).toBe(others)
  expect(without('<p><a href="/{lang}/how-to">How</a> and <a href="/{lang}/faq">why</a></p>')).toBe(
    '<p>How and <a href="/{lang}/faq">why</a></p>',
  )
})
