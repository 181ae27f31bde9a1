const hongKongYear = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Hong_Kong' })

/** The year that it is in Hong Kong at a moment, in milliseconds since 1970. */
export function copyrightYear(now: number): string {
  return hongKongYear.format(now)
}
