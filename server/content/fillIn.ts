import { formatFigure } from '#server/domain/figures.ts'

/** What the club's configuration says that contents name. */
export interface ContentFacts {
  /** What a Red membership costs, in Hong Kong dollars. */
  redFee: number
}

/**
 * Puts the club's configuration into every text of an answer that comes from the contents: editors write `HK${fee}` or `{fee} 港元`, so
 * that no text contradicts what the club charges.
 */
export function fillIn(answer: unknown, { redFee }: ContentFacts): unknown {
  const fee = formatFigure(redFee)
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll('{fee}', fee)
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== 'object' || value === null || value instanceof Date) return value
    return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, filled(inside)]))
  }
  return filled(answer)
}
