import { formatFigure } from '#server/domain/figures.ts'
import type { StoredContents } from '#server/store/contents.ts'
import type { StoredTexts } from '#server/store/tables.ts'

/** What the club's configuration says that contents name. */
export interface ContentFacts {
  /** What a Red membership costs, in Hong Kong dollars. */
  redFee: number
}

/**
 * Puts the club's configuration into every text: editors write `HK${fee}` or `{fee} 港元`, so that no text contradicts
 * what the club charges.
 */
export function fillIn(contents: StoredContents, { redFee }: ContentFacts): StoredContents {
  const fee = formatFigure(redFee)
  const filled = (texts: StoredTexts): StoredTexts =>
    Object.fromEntries(
      Object.entries(texts).map(([field, text]) => [
        field,
        Object.fromEntries(Object.entries(text).map(([lang, words]) => [lang, words.replaceAll('{fee}', fee)])),
      ]),
    )
  return { ...contents, entries: contents.entries.map((entry) => ({ ...entry, texts: filled(entry.texts) })) }
}
