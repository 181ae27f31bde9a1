/**
 * `npm run rotate`: adds new keys with which the built-in identity provider signs tokens and cookies, beside running servers or without
 * one. They sign with the new keys within seconds, and go on accepting the old ones.
 */
import { rotateIdentityKeys } from '#server/identity/keys.ts'
import { runActions, withDatabase } from './withDatabase.ts'

function rotate(): Promise<boolean> {
  return withDatabase(async (db) => {
    console.log(`New sign-ins are signed with the key ${await rotateIdentityKeys(db)}.`)
    return true
  })
}

await runActions('rotate', { '': { about: 'adds new keys, with which sign-ins are signed from now on', run: rotate } })
