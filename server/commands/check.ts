import type { Command } from 'commander'
import { readinessTable } from '#contract/staff/readiness.ts'
import { readReadiness } from '#server/services/readiness.ts'
import { clubSettings } from '#server/startup/clubSettings.ts'
import { readVersion } from '#server/startup/version.ts'
import { withDatabase } from './withDatabase.ts'

function check(): Promise<void> {
  return withDatabase(async (db, config) => {
    console.log(`Version ${await readVersion()}`)
    const checks = await readReadiness(db, clubSettings(config), new Date())
    for (const { name, isDone, fact } of checks) {
      const words = [...(isDone ? [] : [readinessTable[name].en]), ...(fact === undefined ? [] : [`[${fact}]`])]
      console.log(`${isDone ? 'done' : 'OPEN'}  ${name.padEnd(12)}${words.join(' ')}`.trimEnd())
    }
    return checks.every(({ isDone }) => isDone)
  })
}

/** Exits with 1 while something is left to do. Changes nothing. */
export function addCheck(program: Command): void {
  program.command('check').description('lists what a club needs to be open, and what of it is left to do').action(check)
}
