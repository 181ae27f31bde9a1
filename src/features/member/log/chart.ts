import type { PointMonth } from '#contract/member/points.ts'

/** The width of a month in the drawing, whose height is 100. */
export const monthWidth = 10

/** A month's bars, from the line between them: what came above it, what went below. */
interface Bars {
  month: string
  earned: { y: number; height: number }
  gone: { y: number; height: number }
}

/** What the chart draws of some months. */
interface ChartDrawing {
  /** The balance at the end of each month, as the points of a line. */
  balance: string
  /** The same with the ground below it. */
  ground: string
  bars: readonly Bars[]
  /** Where the line between the bars is. */
  middle: number
  /** The highest balance, and the most that came and that went in a month. */
  most: number
  mostEarned: number
  mostGone: number
}

/** What went: used, taken back or expired. */
export const goneIn = ({ used, expired }: Pick<PointMonth, 'used' | 'expired'>): number => used + expired

/** Scales months to a drawing of `monthWidth` each and a height of 100. */
export function chartOf(months: readonly PointMonth[]): ChartDrawing {
  const most = Math.max(1, ...months.map(({ balance }) => balance))
  const up = Math.max(0, ...months.map(({ earned }) => earned))
  const down = Math.max(0, ...months.map(goneIn))
  const scale = 100 / Math.max(1, up + down)
  const middle = up * scale
  const places = months.map(({ balance }, index) => {
    const x = index * monthWidth + monthWidth / 2
    return `${x},${round(96 - (balance / most) * 92)}`
  })
  const [first, last] = [monthWidth / 2, months.length * monthWidth - monthWidth / 2]
  return {
    balance: places.join(' '),
    ground: `${first},100 ${places.join(' ')} ${last},100`,
    bars: months.map((month) => ({
      month: month.month,
      earned: { y: round(middle - month.earned * scale), height: round(month.earned * scale) },
      gone: { y: round(middle), height: round(goneIn(month) * scale) },
    })),
    middle: round(middle),
    most,
    mostEarned: up,
    mostGone: down,
  }
}

const round = (value: number) => Math.round(value * 100) / 100
