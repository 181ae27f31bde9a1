import { expect, test } from 'vitest'
import { nearPatternOf, patternOf } from './searchPattern.ts'

const finds = (pattern: string, text: string) => new RegExp(pattern, 'u').test(text)

test.each([
  ['陈', '陳大文'],
  ['陳', '陈大文'],
  ['裏', '里'],
  ['范', '范'],
  ['范', '範'],
  ['卫', '衞'],
])('%s finds %s', (typed, written) => {
  expect(finds(patternOf(typed), written)).toBe(true)
})

test('What means something in a pattern is a letter like the others', () => {
  for (const text of ['a.b', '(', 'a|b', '[x]', String.raw`\d`, 'a*', '{2}', '^a$']) {
    expect(finds(patternOf(text), text)).toBe(true)
    expect(finds(patternOf(text), 'ab')).toBe(false)
  }
})

test.each(['wogn', 'wonng', 'wonk', 'wng', 'owng', 'twong'])('%s may mean somebody else, such as Wong', (typed) => {
  expect(finds(nearPatternOf(typed), 'wong siu ming')).toBe(typed.length > 3)
})

test('Numbers, Chinese and short words are not guessed', () => {
  for (const text of ['91827364', '小明', 'lee', 'cb100003']) expect(nearPatternOf(text)).toBe(patternOf(text))
})
