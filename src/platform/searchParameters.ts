/** Search parameters are strings, exactly as in the address: each route's `validateSearch` interprets them. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Writes search parameters; undefined ones are omitted, and commas stay readable. */
export function stringifySearch(search: Record<string, string | undefined>): string {
  const written = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const text = new URLSearchParams(written).toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}
