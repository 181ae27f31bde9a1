/**
 * How long the server asked to wait, in milliseconds; null where it did not ask, or asked in no known form.
 *
 * Both forms of RFC 9110, section 10.2.3 are read: seconds and an HTTP date. A date is compared with the answer's own `Date`
 * where there is one, because this phone's clock may be days off.
 *
 * @param headers of the answer
 * @param now milliseconds since 1970 by this phone's clock
 */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const asked = headers.get('retry-after')?.trim()
  if (!asked) return null
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  // Engines read almost any number as some date: only what begins with a weekday is taken for one.
  const until = /^[A-Z][a-z]{2}/.test(asked) ? Date.parse(asked) : NaN
  if (Number.isNaN(until)) return null
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent))
}
