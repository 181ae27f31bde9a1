import { formatFigure } from '#server/domain/figures.ts'

/** What the club's configuration says that contents name. */
export interface ContentFacts {
  /** What a Red membership costs, in Hong Kong dollars. */
  redFee: number
}

/** Objects of which no text names a figure: contents stay as they are, and most lists are long and name none. */
const withoutFigures = new WeakSet<object>()

function namesFigure(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{fee}')
  if (typeof value !== 'object' || value === null || withoutFigures.has(value)) return false
  if (Object.values(value).some(namesFigure)) return true
  withoutFigures.add(value)
  return false
}

/**
 * Puts the club's configuration into every text of an answer that comes from the contents: editors write `HK${fee}` or `{fee} 港元`, so
 * that no text contradicts what the club charges.
 */
export function fillIn(answer: unknown, { redFee }: ContentFacts): unknown {
  const fee = formatFigure(redFee)
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll('{fee}', fee)
    if (typeof value !== 'object' || value === null || !namesFigure(value)) return value
    if (Array.isArray(value)) return value.map(filled)
    return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, filled(inside)]))
  }
  return filled(answer)
}
