/** What somebody signs in with, as they recognise it. */
export interface Place {
  browser: string | null
  device: string | null
}

/** The first that fits counts: most browsers also name those that they descend from. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const devices = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The names of browser and device in a `User-Agent` header; null for what it does not name. */
export function placeOf(userAgent: string | null): Place {
  const named = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent?.slice(0, 1000) ?? ''))?.[0] ?? null
  return { browser: named(browsers), device: named(devices) }
}
