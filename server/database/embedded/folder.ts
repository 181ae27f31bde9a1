import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, DatabaseStartError, reasonOf } from '#server/database/databaseStartError.ts'

/** Where the built-in PostgreSQL keeps what under `<DATA_DIR>/postgres`. */
export interface Folder {
  root: string
  /** PostgreSQL's own data folder. */
  data: string
  /** What the server logs. */
  log: string
  password: string
}

/** Makes `<DATA_DIR>/postgres`. Others may pass through it (PostgreSQL can run as another user) but not list it. */
export async function openFolder(dataDir: string): Promise<Folder> {
  const root = join(dataDir, 'postgres')
  try {
    await mkdir(root, { recursive: true })
    await chmod(root, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (error) {
    throw new DatabaseStartError(
      `DATA_DIR: the folder ${root} cannot be made or written (${reasonOf(error)}): start as the user who owns it, or choose another DATA_DIR.`,
    )
  }
  return { root, data: join(root, 'data'), log: join(root, 'postgres.log'), password: join(root, 'password') }
}

/** The kept password, or null where none was made yet. */
export async function readPassword(folder: Folder): Promise<string | null> {
  try {
    return (await readFile(folder.password, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new DatabaseStartError(
      `DATA_DIR: ${folder.password} cannot be read (${reasonOf(error)}): start as the user who made it, or choose another DATA_DIR.`,
    )
  }
}

/** Makes a random password and keeps it, for this user's eyes only. It is on the disk before anything is locked with it. */
export async function makePassword(folder: Folder): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  const file = await open(folder.password, 'w', 0o600)
  try {
    await file.writeFile(`${password}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return password
}

/** Where a running PostgreSQL answers, as its `postmaster.pid` says. Source: PostgreSQL's `pidfile.h`. */
export interface Postmaster {
  pid: number
  port: number
  /** True where it listens on 127.0.0.1 instead of a Unix socket in its data folder. */
  tcp: boolean
}

/** Reads `postmaster.pid`; null where there is none, or only a beginning of one. */
export async function readPostmaster(folder: Folder): Promise<Postmaster | null> {
  const text = await readFile(join(folder.data, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, , address] = text.split('\n')
  if (!Number(pid)) return null
  return { pid: Number(pid), port: Number(port) || 5432, tcp: (address ?? '').trim() !== '' }
}

/** The connection string of the built-in PostgreSQL. Holds the password: never to be shown. */
export function urlOf(folder: Folder, password: string, { port, tcp }: Pick<Postmaster, 'port' | 'tcp'>): string {
  const host = tcp ? '127.0.0.1' : folder.data
  return `postgresql://club:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
}
