import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { runClub } from '#server/commands/program.ts'
import { compileCache } from './server.ts'

/** What an operator's command has printed, and its exit code. */
export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs an operator's words as the real process, beside the running server. `environment` adds to its configuration. */
export function runProgram(
  dataDir: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDir, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, ['server/commands/club.ts', ...words], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    )
  })
}

/**
 * Runs an operator's words in this process, beside the running server: a fraction of the time of a process of its own.
 * One at a time, as it takes over the environment and the console.
 */
export async function runCommand(dataDir: string, words: readonly string[]): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void (printed.stdout += `${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => void (printed.stderr += `${line}\n`)),
  ]
  vi.stubEnv('DATA_DIR', dataDir)
  try {
    const code = await runClub(words)
    return { code, ...printed }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}
