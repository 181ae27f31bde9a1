import { readdirSync, readFileSync } from 'node:fs'

/** By which a test tells what it has cost, in seconds. */
export const costAnnotation = 'processor time'

/** Clock ticks a second, in which Linux counts: fixed for every architecture that Node runs on. */
const ticks = 100

/** A process's parent, and the processor time of itself and of its children that have ended, in ticks. */
function readProcess(id: string): { parent: number; used: number } | null {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1')
    // After the name, which may hold anything: state, parent … utime, stime, cutime, cstime.
    const [, parent, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const times = fields.slice(9, 13).map(Number)
    return { parent: Number(parent), used: times.reduce((sum, time) => sum + time, 0) }
  } catch {
    // It has ended meanwhile.
    return null
  }
}

/**
 * The processor time of this process and of all that it has started, browser, server and database, in seconds; null
 * where the system does not tell. Source: proc(5), /proc/pid/stat.
 */
export function processorTime(): number | null {
  if (process.platform !== 'linux') return null
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = new Map(
    ids.flatMap((id) => {
      const read = readProcess(id)
      return read ? [[Number(id), read] as const] : []
    }),
  )
  const isOurs = (id: number): boolean => id === process.pid || (id > 1 && isOurs(found.get(id)?.parent ?? 0))
  const used = [...found].filter(([id]) => isOurs(id)).map(([, one]) => one.used)
  return used.reduce((sum, one) => sum + one, 0) / ticks
}
