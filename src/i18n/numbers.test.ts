import { describe, expect, it } from 'vitest'
import { formatMoney, formatPoints } from './numbers.ts'

describe('Numbers', () => {
  it('points have thousand separators', () => {
    expect([0, 500, 1_000, 1_234_567].map(formatPoints)).toEqual(['0', '500', '1,000', '1,234,567'])
  })

  it('money shows cents only if there are any', () => {
    expect([300, 1_280.5, 0].map(formatMoney)).toEqual(['HK$300', 'HK$1,280.50', 'HK$0'])
  })
})
