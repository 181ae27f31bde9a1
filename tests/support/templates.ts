import { execFile } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * Data folders that a test run makes once, and that its servers start on copies of:
 *
 * - season: the demo season, as the product's first start makes it.
 * - empty: a club with its tables, a ticket key and terms, so that one can join; without members.
 */
export type Template = 'season' | 'empty'

/** The folder of the templates; unset if a test runs without the global setup. */
const variable = 'CLUB_BRAVO_TEMPLATES'

/** The folder that the processes of a run share, of templates and of what they tell one another; where there is one. */
export const runFolder = (): string | undefined => process.env[variable]

/**
 * Makes the templates, unless the command that started this run has made them. In a separate process: Vitest runs a
 * global setup through Vite, which the server is not written for.
 *
 * @returns a function that deletes what it made
 */
export async function makeTemplates(): Promise<() => Promise<void>> {
  if (process.env[variable] !== undefined) return () => Promise.resolve()
  const folder = await mkdtemp(join(tmpdir(), 'club-bravo-templates-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await promisify(execFile)(process.execPath, [fileURLToPath(new URL('makeTemplates.ts', import.meta.url)), folder])
  } catch (error) {
    await remove()
    throw error
  }
  process.env[variable] = folder
  return remove
}

/**
 * Fills an empty data folder with a template. Does nothing if there is none: a server creates what is missing. The
 * synchronous copy of more than a thousand files takes a third of the processor time of the asynchronous one, but
 * forgets the modes of folders, which PostgreSQL insists on.
 */
export function copyTemplate(template: Template, dataDir: string): void {
  const made = runFolder()
  if (made === undefined) return
  const folder = join(made, template)
  cpSync(folder, dataDir, { recursive: true })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    chmodSync(join(dataDir, relative(folder, path)), statSync(path).mode)
  }
}
