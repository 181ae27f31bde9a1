import { expect, test } from 'vitest'
import { matchesAllWords } from './textSearch.ts'

test('A search matches only if every word occurs, in any case, character width and order', () => {
  const texts = ['Members’ privileges', '獎賞清單']
  for (const q of ["members'", 'PRIVILEGES members', 'ｐｒｉｖｉｌｅｇｅｓ', '清單', undefined, ' members ']) {
    expect(matchesAllWords(q, texts)).toBe(true)
  }
  expect(matchesAllWords('members parking', texts)).toBe(false)
})
