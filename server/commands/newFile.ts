import { open } from 'node:fs/promises'
import { CommandError } from './commandLine.ts'

/**
 * Writes a new file that only the operator reads, to its last byte: it may name people, or hold codes that can be
 * claimed.
 *
 * @param write writes the text, in as many parts as it likes
 * @throws CommandError when there is such a file already, or it cannot be made
 */
export async function writeNewFile<T>(
  file: string,
  write: (append: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const opened = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw error instanceof Error ? new CommandError(error.message, { cause: error }) : error
  })
  try {
    const written = await write((text) => opened.appendFile(text))
    await opened.sync()
    return written
  } finally {
    await opened.close()
  }
}
