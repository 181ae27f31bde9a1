/**
 * How long the server asked to wait, in milliseconds; null when it did not ask, or not in a known form.
 *
 * Reads both forms of RFC 9110, section 10.2.3: seconds and an HTTP date. A date is compared with the response's `Date`
 * header if it has one, because this device's clock may be days off.
 *
 * @param headers of the response
 * @param now milliseconds since 1970 by this device's clock
 */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const asked = headers.get('retry-after')?.trim()
  if (!asked) return null
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  // Engines parse almost any number as some date, so only a text that begins with a weekday is accepted.
  const until = /^[A-Z][a-z]{2}/.test(asked) ? Date.parse(asked) : NaN
  if (Number.isNaN(until)) return null
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent))
}
