import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sealingFile } from '#server/sealing/sealingKeys.ts'
import { errorCodeOf } from '#server/errorCode.ts'

/**
 * Gives a data folder without a sealing key the one of the tests, so that several servers can start on one database: an
 * operator copies the file.
 */
export async function shareSealingKey(dataDir: string): Promise<void> {
  try {
    await writeFile(join(dataDir, sealingFile), `${Buffer.alloc(32, 1).toString('base64')}\n`, { flag: 'wx' })
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
}
