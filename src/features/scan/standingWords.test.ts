import { expect, it } from 'vitest'
import { isWithoutPoints, standings } from './standing.ts'
import { explanationOf, standingWords } from './standingWords.ts'

it.each(standings)('a scan that is %s has a name on its card and a title on its page', (standing) => {
  const { badge, heading } = standingWords[standing]
  expect(badge.message).toMatch(/^[A-Z].*[^.]$/)
  expect(heading.message).toMatch(/^[A-Z].*[^.]$/)
})

it.each(standings.filter(isWithoutPoints))('a scan that is %s says why it brings no points', (standing) => {
  expect(standingWords[standing].explanation?.message).toMatch(/^[A-Z].*\.$/)
})

it('a saved scan promises nothing without signing in where it waits for that', () => {
  expect(explanationOf('saved', false)?.message).toContain('nothing more you need to do')
  expect(explanationOf('saved', true)?.message).toContain('signed in')
  for (const standing of standings.filter((other) => other !== 'saved')) {
    expect(explanationOf(standing, true)).toBe(standingWords[standing].explanation)
  }
})
