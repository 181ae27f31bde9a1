import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { DatabaseStartError, reasonOf } from '#server/database/databaseStartError.ts'
import type { Folder } from './folder.ts'

/** Who holds a data folder: a server that answers at `address`, or an operator's command that will soon be done. */
const Holder = v.object({
  role: v.picklist(['server', 'command']),
  pid: v.number(),
  address: v.nullable(v.string()),
})
export type Holder = v.InferOutput<typeof Holder>

const busy = 5 // SQLITE_BUSY

/**
 * Takes the data folder for this process alone; null where another process has it.
 *
 * The lock is the operating system's own lock on a file, taken through SQLite because Node has no call for it: it goes with its
 * process, however that ends, so there is nothing to clean up and no process number to guess by.
 */
export function tryHold(folder: Folder, holder: Holder): { release: () => void } | null {
  const named = join(folder.root, 'holder.json')
  let lock: DatabaseSync
  try {
    lock = new DatabaseSync(join(folder.root, 'holder.lock'), { timeout: 0 })
  } catch (error) {
    throw new DatabaseStartError(`DATA_DIR: ${folder.root} cannot be written (${reasonOf(error)}).`)
  }
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null
    throw new DatabaseStartError(`DATA_DIR: ${folder.root} cannot be locked (${reasonOf(error)}).`)
  }
  writeFileSync(named, JSON.stringify(holder))
  return {
    release: () => {
      if (!lock.isOpen) return
      rmSync(named, { force: true })
      lock.close()
    },
  }
}

/** Who holds the folder, by their own word; null in the moment before they have said so. */
export function readHolder(folder: Folder): Holder | null {
  try {
    return v.parse(Holder, JSON.parse(readFileSync(join(folder.root, 'holder.json'), 'utf8')))
  } catch {
    return null
  }
}
