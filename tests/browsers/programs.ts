import { type ChildProcess, execFile, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const run = promisify(execFile)
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) killGroup(child)
})

/** What a program prints, trimmed; null if it is not installed or fails. */
export async function printed(program: string, ...args: string[]): Promise<string | null> {
  try {
    const { stdout } = await run(program, args)
    return stdout.trim()
  } catch {
    return null
  }
}

/** A program that runs beside this one, in a process group of its own. It ends with this one. */
export interface Program {
  child: ChildProcess
  /** Kills all of its processes, and waits for the first of them. */
  kill: () => Promise<void>
  exited: Promise<unknown>
}

/** Starts a program. */
export function startProgram(program: string, args: readonly string[], options: SpawnOptions = {}): Program {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...options, detached: true })
  running.add(child)
  const exited = once(child, 'exit').finally(() => running.delete(child))
  const kill = async () => {
    killGroup(child)
    await exited
  }
  return { child, kill, exited }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Every process of the group has ended.
  }
}
