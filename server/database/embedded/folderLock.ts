import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { reasonOf } from '#server/errorCode.ts'
import type { Folder } from './folder.ts'

/** The process that has locked a data folder: a server at `address`, or an operator's command, which ends soon. */
const LockHolder = v.object({
  role: v.picklist(['server', 'command']),
  pid: v.number(),
  address: v.nullable(v.string()),
})
export type LockHolder = v.InferOutput<typeof LockHolder>

const SQLITE_BUSY = 5

/**
 * Locks the data folder for this process; null when another process has locked it.
 *
 * This is the operating system's file lock, through SQLite because Node has no API for it. The system releases it when
 * the process ends in any way, so a crash leaves no stale lock, and process ids need not be trusted.
 */
export function tryLockFolder(folder: Folder, holder: LockHolder): { release: () => void } | null {
  const holderFile = join(folder.root, 'holder.json')
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
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw new DatabaseStartError(`DATA_DIR: ${folder.root} cannot be locked (${reasonOf(error)}).`)
  }
  writeFileSync(holderFile, JSON.stringify(holder))
  return {
    release: () => {
      if (!lock.isOpen) return
      rmSync(holderFile, { force: true })
      lock.close()
    },
  }
}

/** The process that has locked the folder, as it wrote itself; null until it has. */
export function readLockHolder(folder: Folder): LockHolder | null {
  try {
    return v.parse(LockHolder, JSON.parse(readFileSync(join(folder.root, 'holder.json'), 'utf8')))
  } catch {
    return null
  }
}
