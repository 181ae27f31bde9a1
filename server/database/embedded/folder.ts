import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { errorCodeOf, reasonOf } from '#server/errorCode.ts'

/** The paths of the built-in PostgreSQL under `<DATA_DIR>/postgres`. */
export interface Folder {
  root: string
  /** PostgreSQL's own data folder. */
  data: string
  /** What the server logs. */
  log: string
  password: string
}

/** Where the built-in PostgreSQL is, below `DATA_DIR`. */
export const rootOf = (dataDir: string) => join(dataDir, 'postgres')

/** Creates `<DATA_DIR>/postgres`. Other users may enter it, because PostgreSQL can run as one, but not list it. */
export async function openFolder(dataDir: string): Promise<Folder> {
  const root = rootOf(dataDir)
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

/** The stored password, or null when there is none yet. */
export async function readPassword(folder: Folder): Promise<string | null> {
  try {
    return (await readFile(folder.password, 'utf8')).trim()
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null
    throw new DatabaseStartError(
      `DATA_DIR: ${folder.password} cannot be read (${reasonOf(error)}): start as the user who made it, or choose another DATA_DIR.`,
    )
  }
}

/** Creates a random password and stores it for this user only. It is on the disk before the database uses it. */
export async function createPassword(folder: Folder): Promise<string> {
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

/** The process and address of a running PostgreSQL in its `postmaster.pid`. Source: PostgreSQL's `pidfile.h`. */
export interface Postmaster {
  pid: number
  port: number
  /** Whether it listens on 127.0.0.1 instead of a Unix socket in its data folder. */
  tcp: boolean
}

/** Parses `postmaster.pid`; null when it is missing or incomplete. */
export async function readPostmaster(folder: Folder): Promise<Postmaster | null> {
  const text = await readFile(join(folder.data, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, , address] = text.split('\n')
  if (!Number(pid)) return null
  return { pid: Number(pid), port: Number(port) || 5432, tcp: (address ?? '').trim() !== '' }
}

/** The connection string of the built-in PostgreSQL. It contains the password, so it must never be printed. */
export function urlOf(folder: Folder, password: string, { port, tcp }: Pick<Postmaster, 'port' | 'tcp'>): string {
  const host = tcp ? '127.0.0.1' : folder.data
  return `postgresql://club:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
}
