import { describe, expect, it } from 'vitest'
import { formatMoney, formatPoints } from './numbers.ts'

describe('Numbers', () => {
  it('points have thousand separators', () => {
    const points = [0, 500, 1_000, 1_234_567, 123_456, -500, -1_000]
    expect(points.map(formatPoints)).toEqual(['0', '500', '1,000', '1,234,567', '123,456', '-500', '-1,000'])
  })

  it('money shows cents only if there are any', () => {
    const sums = [300, 1_280.5, 0, 0.05, 1_000.999]
    expect(sums.map(formatMoney)).toEqual(['HK$300', 'HK$1,280.50', 'HK$0', 'HK$0.05', 'HK$1,001'])
  })
})
