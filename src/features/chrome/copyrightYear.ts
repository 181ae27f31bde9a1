const hongKongYear = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Hong_Kong' })

/** The year in Hong Kong. `now` in milliseconds since 1970. */
export function copyrightYear(now: number): string {
  return hongKongYear.format(now)
}
