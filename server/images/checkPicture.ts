import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('decodePicture.ts', import.meta.url))
/** The program ends by itself after 3 s of work; this is for a machine that has no time for it: others wait. */
const deadlineMs = 15_000

/**
 * Whether a picture can be decoded to its end, within the limits of `decodePicture.ts`. Each picture has a process of
 * its own: a start of 0.2 s is less trouble than a process that waits for the next one.
 *
 * @param bytes a JPEG, PNG or WebP by its beginning
 * @returns `late` when it did not end in time
 */
export function checkPicture(bytes: Buffer): Promise<'whole' | 'broken' | 'late'> {
  const child = spawn(process.execPath, ['--max-old-space-size=64', program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Nothing of the server's, such as its passwords.
    env: {},
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  })
  // It may end before it has read everything, which its exit tells.
  child.stdin.on('error', () => undefined).end(bytes)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, killedBy) => resolve(code === 0 ? 'whole' : killedBy === 'SIGKILL' ? 'late' : 'broken'))
  })
}
