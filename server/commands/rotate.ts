import type { Command } from 'commander'
import { rotateIdentityKeys } from '#server/identity/keys.ts'
import { withDatabase } from './withDatabase.ts'

function rotate(): Promise<void> {
  return withDatabase(async (db) => {
    console.log(`New sign-ins are signed with the key ${await rotateIdentityKeys(db)}.`)
    return true
  })
}

/** Running servers sign with the new keys within seconds, and go on accepting the old ones. */
export function addRotate(program: Command): void {
  program
    .command('rotate')
    .description('adds new keys for tokens and cookies, with which sign-ins are signed from now on')
    .action(rotate)
}
