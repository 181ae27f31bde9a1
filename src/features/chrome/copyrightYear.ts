/** Milliseconds. Not by `Intl`, whose time zone data take a slow phone long to load. */
const hongKongOffset = 8 * 60 * 60 * 1000

/** The year in Hong Kong. `now` in milliseconds since 1970. */
export function copyrightYear(now: number): string {
  return String(new Date(now + hongKongOffset).getUTCFullYear())
}
