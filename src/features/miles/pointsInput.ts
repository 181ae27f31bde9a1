/** The most digits of an amount: beyond every balance. */
const maxDigits = 8

const plain = /^\d+$/
const grouped = /^\d{1,3}(?:,\d{3})+$/

/**
 * The digits of an amount of points as somebody typed or pasted it, without leading zeros; empty for nothing. Digits of
 * Chinese keyboards become ASCII, spaces around them and commas between thousands are dropped. Null for everything
 * else, which must not become another number: `-500` isn't 500, nor `1e3` 13.
 */
export function digitsOf(typed: string): string | null {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return ''
  if (!plain.test(text) && !grouped.test(text)) return null
  const digits = text.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  return digits.length > maxDigits ? null : digits
}

/** The amount of such digits; null for none. */
export function pointsOfDigits(digits: string): number | null {
  return digits === '' ? null : Number(digits)
}
