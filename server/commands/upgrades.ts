import type { Command } from 'commander'
import { tiersWith } from '#contract/member/tiers.ts'
import { defaultLanguage, languages } from '#contract/language.ts'
import { mostDays, mostLinks, usualDays } from '#contract/staff/links.ts'
import { counted } from '#server/domain/figures.ts'
import {
  type Issued,
  issueTokens,
  listTokens,
  revokeToken,
  tokenAddress,
  tokenEnd,
  type TokenIssue,
} from '#server/services/membership/upgradeIssues.ts'
import { CommandError, dryRun, examples, nonEmpty, wasDryRun } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

/** The kinds of tokens by the word for it. */
const kinds = { sc: 'sc', 'free-tier-upgrade': 'free_tier_upgrade', existing: 'existing' } as const

function wordOf<Word extends string>(name: string, given: string, words: readonly Word[]): Word {
  const word = words.find((one) => one.toLowerCase() === given.toLowerCase())
  if (word === undefined) throw new CommandError(`${name} must be one of: ${words.join(', ')}. It is "${given}".`)
  return word
}

function numberOf(name: string, given: string | undefined, { byDefault, max }: { byDefault: number; max: number }) {
  if (given === undefined) return byDefault
  if (!/^\d{1,9}$/.test(given) || Number(given) < 1 || Number(given) > max)
    throw new CommandError(`${name} must be a whole number from 1 to ${max}, and is "${given}".`)
  return Number(given)
}

interface IssueOptions {
  oldMember?: string
  email?: string
  count?: string
  days?: string
  lang?: string
  dryRun?: boolean
}

/** Whom a token is for. */
function personOf(kind: TokenIssue['kind'], { email, oldMember: oldMemberNo, count }: IssueOptions) {
  if (kind === 'existing' && oldMemberNo === undefined) throw new CommandError('A code needs its --old-member NUMBER.')
  if (kind !== 'existing' && oldMemberNo !== undefined) throw new CommandError('--old-member is for existing alone.')
  if (kind === 'existing' && email !== undefined)
    throw new CommandError('A code is for its --old-member, not for an address.')
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new CommandError(`--email must be an address, and is "${email}".`)
  const isForOne = email !== undefined || oldMemberNo !== undefined
  if (isForOne && count !== undefined) throw new CommandError('--count is for tokens that are for anyone.')
  return { email: email?.toLowerCase() ?? null, oldMemberNo: oldMemberNo ?? null }
}

function reportIssue(issued: Issued, lines: (text: string) => string, { count, isDryRun }: TokenIssue): boolean {
  switch (issued.kind) {
    case 'unknown_old_member':
      throw new CommandError('There is no old member with this number.')
    case 'came_back':
      throw new CommandError('This old member has come back already.')
    case 'has_one':
      throw new CommandError(
        `There is one for this person (${issued.name}), until ${issued.expiresAt.toISOString()}: revoke it before you issue another.`,
      )
    case 'issued':
      for (const text of issued.texts) console.log(lines(text))
      console.error(
        isDryRun
          ? `Would be issued: ${count}. ${wasDryRun}`
          : `Issued: ${count}. Only hashes are stored: this is the one time that you see the above.`,
      )
      return true
  }
}

async function issue(givenKind: string, givenTier: string, options: IssueOptions): Promise<void> {
  const kind = kinds[wordOf('KIND', givenKind, ['sc', 'free-tier-upgrade', 'existing'])]
  const tier = wordOf('TIER', givenTier, tiersWith('isGift'))
  const language = wordOf('--lang', options.lang ?? defaultLanguage, languages)
  const days = numberOf('--days', options.days, { byDefault: usualDays, max: mostDays })
  const count = numberOf('--count', options.count, { byDefault: 1, max: mostLinks })
  const person = personOf(kind, options)
  return withDatabase(async (db, { origin }) => {
    const now = new Date()
    const isDryRun = options.dryRun ?? false
    const wanted = { kind, tier, ...person, count, expiresAt: tokenEnd(now, days), isDryRun, now }
    const line = (text: string) => {
      const address = tokenAddress(origin, language, { kind, text })
      return kind === 'existing' ? `${text}  ${address}` : address
    }
    return reportIssue(await issueTokens(db, wanted), line, wanted)
  })
}

function list(all: boolean): Promise<void> {
  return withDatabase(async (db) => {
    const now = new Date()
    const tokens = await listTokens(db, { all, now })
    for (const { name, kind, tier, person, issuedAt, expiresAt, usedAt } of tokens) {
      const end = `${expiresAt <= now ? 'ended' : 'until'} ${expiresAt.toISOString()}`
      const state = usedAt === null ? end : `used ${usedAt.toISOString()}`
      console.log([name, kind, tier, person, `issued ${issuedAt.toISOString()}`, state].join('  '))
    }
    console.log(`${counted(tokens.length, 'token')} ${all ? 'in all' : 'to be used'}.`)
    return true
  })
}

function revoke(token: string, { dryRun: isDryRun = false }: { dryRun?: boolean }): Promise<void> {
  return withDatabase(async (db) => {
    const revoked = await revokeToken(db, { token, isDryRun, now: new Date() })
    if (revoked.kind === 'unknown') throw new CommandError(`There is no ${token}: see npm run club -- upgrades list.`)
    if (revoked.kind !== 'revoked') throw new CommandError(`It was ${revoked.kind} at ${revoked.at.toISOString()}.`)
    console.log(isDryRun ? `It would be revoked. ${wasDryRun}` : 'It is revoked.')
    return true
  })
}

/** Only the hashes of tokens are stored: they are printed once. Staff issue them in the browser, too. */
export function addUpgrades(program: Command): void {
  const upgrades = program.command('upgrades').description('tokens and codes that give a tier')
  upgrades
    .command('issue')
    .description('issues tokens of links (sc, free-tier-upgrade) or a code for an old member (existing)')
    .argument('<KIND>', 'sc, free-tier-upgrade or existing', nonEmpty)
    .argument('<TIER>', tiersWith('isGift').join(' or '), nonEmpty)
    .option('--old-member <NUMBER>', 'whom a code is for', nonEmpty)
    .option('--email <ADDRESS>', 'whom a link is for; by default anyone', nonEmpty)
    .option('--count <NUMBER>', `how many, up to ${mostLinks}; by default one`, nonEmpty)
    .option('--days <NUMBER>', `how long they can be used; by default ${usualDays} days`, nonEmpty)
    .option(
      '--lang <LANGUAGE>',
      `the language of the page: ${languages.join(', ')}; by default ${defaultLanguage}`,
      nonEmpty,
    )
    .option(...dryRun)
    .addHelpText(
      'after',
      examples('upgrades issue sc Red --count 100', 'upgrades issue existing Gold --old-member OB123456'),
    )
    .action(issue)
  upgrades
    .command('list')
    .description('lists those that can still be used')
    .option('--all', 'every one')
    .action(({ all = false }: { all?: boolean }) => list(all))
  upgrades
    .command('revoke')
    .description('ends one that was not used')
    .argument('<TOKEN>', 'its name in the list, or its text', nonEmpty)
    .option(...dryRun)
    .action(revoke)
}
