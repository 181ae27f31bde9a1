/**
 * Moves the clock of the server's process: `NODE_OPTIONS=--import=THIS CLOCK_OFFSET_MS=…`. Timers, the
 * database and the `Date` of answers keep their own time; the proxy moves the last (`moveClock`).
 */
import { pathToFileURL } from 'node:url'

const offset = Number(process.env['CLOCK_OFFSET_MS'] ?? '0')

if (offset !== 0) {
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [target.now() + offset] : given, made),
    get: (target, name, receiver) =>
      name === 'now' ? () => target.now() + offset : Reflect.get(target, name, receiver),
  })
}

/** The environment of a server for which it is `moment`. */
export function clockAt(moment: Date): Record<string, string> {
  const here = pathToFileURL(import.meta.filename).href
  return { NODE_OPTIONS: `--import=${here}`, CLOCK_OFFSET_MS: String(moment.getTime() - Date.now()) }
}
