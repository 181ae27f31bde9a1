import { Argument, type Command } from 'commander'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { sealingFile } from '#server/sealing/sealingKeys.ts'
import { examples } from './commandLine.ts'
import { type KeyKind, keyKinds, retireOldKeys, rotateKey } from './keyRotation.ts'
import { withDatabase } from './withDatabase.ts'

type Say = (config: Config, kid: string | null) => string

const rotated: Record<KeyKind, Say> = {
  tokens: (_config, kid) =>
    `New sign-ins are signed with the key ${kid}. Those of the keys before are refused in 15 minutes.`,
  cookies: ({ tokenDays }) => `Cookies are signed with a new key. Those of the keys before hold for ${tokenDays} days.`,
  tickets: (_config, kid) =>
    `New tickets are signed with the key ${kid}. Those of the keys before stay good, until npm run club -- rotate retire tickets.`,
  cards: ({ dataDir }) =>
    `Student cards and private keys are sealed with a new key, the first in ${join(dataDir, sealingFile)}. Copy the file to every server, then use npm run club -- rotate retire cards.`,
}

const retired: Record<KeyKind, Say> = {
  tokens: (_config, kid) => `Sign-ins count with the key ${kid} only.`,
  cookies: () => 'Cookies count with the newest key only.',
  tickets: (_config, kid) => `Phones check tickets with the key ${kid} only; the server still knows every sold ticket.`,
  cards: ({ dataDir }) =>
    `All student cards and private keys are sealed with the newest key, and ${join(dataDir, sealingFile)} holds no other. Copy the file to every server.`,
}

/** What a rotation is of where nothing is named: what a leak of the database's memory would show. */
const usual: readonly KeyKind[] = ['tokens', 'cookies']

function forKinds(change: typeof rotateKey, said: Record<KeyKind, Say>) {
  return (given: KeyKind | undefined): Promise<void> =>
    withDatabase(async (db, config) => {
      for (const kind of given ? [given] : usual) console.log(said[kind](config, await change(db, kind, config)))
      return true
    })
}

const kindArgument = () =>
  new Argument('[KIND]', 'what is signed or sealed; without it, tokens and cookies').choices(keyKinds)

/** Running servers take the keys over within seconds. */
export function addRotate(program: Command): void {
  const rotate = program
    .command('rotate')
    .description('makes a new key; those before end after a while (tokens: 15 minutes)')
    .addArgument(kindArgument())
    .addHelpText('after', examples('rotate', 'rotate tickets', 'rotate retire tokens'))
    .action(forKinds(rotateKey, rotated))
  rotate
    .command('retire')
    .description(
      'ends all keys but one straight away: a new one of tokens and cookies, the newest of tickets and cards',
    )
    .addArgument(kindArgument())
    .action(forKinds(retireOldKeys, retired))
}
