import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '#server/errorCode.ts'
import { StartError } from '#server/startError.ts'

const keyBytes = 32

/**
 * The key of this installation that encrypts student cards, made at the first use: `student-cards.key` in the data
 * folder, so that a copy of the database alone shows no card. Servers that share a database need the same file.
 *
 * @throws StartError when the file holds something else
 */
export async function studentCardKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'student-cards.key')
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(path, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64')
  if (key.length !== keyBytes) throw new StartError(`${path} is not a key of ${keyBytes} bytes in base64.`)
  return key
}
