import { describe, expect, it } from 'vitest'
import { isWithoutPoints, standings } from './standing.ts'
import { standingWords } from './standingWords.ts'

describe.each(standings)('a scan that is %s', (standing) => {
  const { badge, heading, explanation } = standingWords[standing]

  it('has a name on its card and a title on its page', () => {
    expect(badge.message).toMatch(/^[A-Z].*[^.]$/)
    expect(heading.message).toMatch(/^[A-Z].*[^.]$/)
  })

  it('says why and what to do next wherever it brings no points', () => {
    if (isWithoutPoints(standing)) expect(explanation?.message).toMatch(/^[A-Z].*\.$/)
    else expect(['unconfirmed', 'saved', 'credited', 'pending']).toContain(standing)
  })
})
