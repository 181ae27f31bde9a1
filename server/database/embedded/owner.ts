import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The user who runs PostgreSQL and owns its data, if not the current one. */
export interface Owner {
  uid: number
  gid: number
}

/** "nobody": the unprivileged user that every system has. */
const nobody: Owner = { uid: 65534, gid: 65534 }

async function chownAll(folder: string, { uid, gid }: Owner): Promise<void> {
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await chownAll(path, { uid, gid })
    else await lchown(path, uid, gid)
  }
}

/**
 * Chooses who runs PostgreSQL, which refuses root. Null means the current user. For root it is the owner of existing
 * data, else nobody; data owned by root (a restored copy) is given to nobody.
 */
export async function chooseOwner(dataFolder: string): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null
  const found = await stat(dataFolder).catch(() => null)
  if (!found) return nobody
  if (found.uid !== 0) return { uid: found.uid, gid: found.gid }
  await chownAll(dataFolder, nobody)
  return nobody
}
