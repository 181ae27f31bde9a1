import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '#server/errorCode.ts'
import { StartError } from '#server/startError.ts'

const keyBytes = 32

/** The keys of an installation, the newest first: it seals, and the others still open. */
export type SealingKeys = readonly [Buffer, ...Buffer[]]

/**
 * Reads the keys of this installation. Whoever seals something reads them while nobody can retire one: in the
 * transaction that stores it, holding the lock `signing-keys`.
 */
export type ReadSealingKeys = (missing?: WhereMissing) => Promise<SealingKeys>

/** What happens where there is no file of keys: it is made, or the database was sealed elsewhere, and it is refused. */
type WhereMissing = 'made' | 'refused'

/** The file that servers of one database share. */
export const sealingFile = 'sealing.key'

/** The database has keys that this installation cannot open. */
export const sealedElsewhere = () =>
  new StartError(
    `The private keys in the database are sealed with another key than those of ${sealingFile} in DATA_DIR: copy this file from the server that started first.`,
  )

/** Writes keys to a new file beside the others, readable by its owner only. Resolves to its path. */
async function writeBeside(dataDir: string, keys: readonly Buffer[]): Promise<string> {
  const path = join(dataDir, `${sealingFile}.${randomBytes(6).toString('hex')}`)
  const lines = keys.map((key) => `${key.toString('base64')}\n`)
  await writeFile(path, lines.join(''), { mode: 0o600, flag: 'wx', flush: true })
  return path
}

/** Makes the file, unless another server has made it. */
async function makeKeys(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const path = await writeBeside(dataDir, [randomBytes(keyBytes)])
  try {
    await link(path, join(dataDir, sealingFile))
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
  await rm(path, { force: true })
}

async function replaceKeys(dataDir: string, keys: SealingKeys): Promise<void> {
  await rename(await writeBeside(dataDir, keys), join(dataDir, sealingFile))
}

/**
 * Reads the keys that seal what must not be readable in a copy of the database: student cards, and the private keys of
 * tickets, tokens and cookies. It is read each time, so that a rotation needs no restart.
 *
 * @throws StartError when the file holds something else, or is missing where it is not to be made
 */
export async function readSealingKeys(dataDir: string, missing: WhereMissing = 'made'): Promise<SealingKeys> {
  const path = join(dataDir, sealingFile)
  const text = await readFile(path, 'utf8').catch(async (error: unknown) => {
    if (errorCodeOf(error) !== 'ENOENT') throw error
    if (missing === 'refused') throw sealedElsewhere()
    await makeKeys(dataDir)
    return readFile(path, 'utf8')
  })
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const [newest, ...older] = lines.map((line) => Buffer.from(line, 'base64'))
  if (!newest || [newest, ...older].some(({ length }) => length !== keyBytes))
    throw new StartError(`${path} does not hold keys of ${keyBytes} bytes in base64, one on each line.`)
  return [newest, ...older]
}

/** Adds a key, which seals from now on. */
export async function addSealingKey(dataDir: string): Promise<void> {
  await replaceKeys(dataDir, [randomBytes(keyBytes), ...(await readSealingKeys(dataDir))])
}

/**
 * Forgets all keys that are older than `oldest`: what only they open is lost.
 *
 * @throws StartError, and forgets none, when the file no longer holds that key
 */
export async function forgetKeysBefore(dataDir: string, oldest: Buffer): Promise<void> {
  const [newest, ...others] = await readSealingKeys(dataDir)
  const last = [newest, ...others].findIndex((key) => key.equals(oldest))
  if (last < 0)
    throw new StartError(`${join(dataDir, sealingFile)} was replaced meanwhile, and no key of it was forgotten.`)
  await replaceKeys(dataDir, [newest, ...others.slice(0, last)])
}
