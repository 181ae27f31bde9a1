import { expect, test } from 'vitest'
import type { ContentBlock } from '#contract/content.ts'
import { matchesQuestion, groupByTopic } from './faq.ts'
import { readFaqSearch } from './faqSearch.ts'

function question(code: string, seq: number, content = ''): ContentBlock {
  const text = { en: code, tc: '', sc: '' }
  return { code, seq, name: text, content: { en: content, tc: '積分', sc: '' }, icon: null, image: null }
}

test('Questions are grouped by the hundreds of their seq, and questions without a topic come last', () => {
  const asked = [question('a', 7), question('b', 301), question('c', 101), question('d', 199), question('e', 900)]
  expect(groupByTopic(asked).map(({ id, questions }) => [id, questions.map(({ code }) => code)])).toEqual([
    ['points', ['c', 'd']],
    ['rewards', ['b']],
    ['others', ['a', 'e']],
  ])
})

test('The search finds words of an answer in any language, and ignores markup', () => {
  const asked = question('When?', 101, '<p>In <strong>the interval</strong>, Q&amp;A</p>')
  for (const q of ['interval', 'the WHEN', '積分', 'q&a']) expect(matchesQuestion(asked, q)).toBe(true)
  for (const q of ['strong', 'amp;', 'miles']) expect(matchesQuestion(asked, q)).toBe(false)
})

test('An invalid search address shows all questions', () => {
  for (const search of [{}, { q: '  ' }, { q: 'x'.repeat(200) }, { q: 5 }]) {
    expect(readFaqSearch(search).q).toBeUndefined()
  }
  expect(readFaqSearch({ q: ' miles ', page: '2' })).toEqual({ q: 'miles' })
})
