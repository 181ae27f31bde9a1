import type { Config } from '#server/config.ts'
import { crawlers, type PublicAliases } from '#server/http/crawlers.ts'
import { createPublicCache } from '#server/http/publicCache.ts'
import { chooseLanguage } from '#server/identity/languages.ts'
import { listOffers } from '#server/services/spending/rewards.ts'
import { findPublicVersion } from '#server/store/publicVersion.ts'
import type { ConnectionPool } from '#server/store/store.ts'

const aliasesOf = (offers: readonly ({ alias: string } | null)[] = []) => offers.flatMap((offer) => offer?.alias ?? [])

/** What programs ask the site for, with the rewards and events that every visitor sees. */
export function openCrawlers(db: ConnectionPool, config: Config) {
  const cache = createPublicCache<PublicAliases>({
    readVersion: () => findPublicVersion(db),
    seconds: config.cacheSeconds,
    maxEntries: 1,
  })
  const readAliases = () =>
    cache.find('aliases', async () => {
      const { allRedeemedItems, events } = await listOffers(db, null, config)
      return { 'reward-detail': aliasesOf(allRedeemedItems), event: aliasesOf(events) }
    })
  const { origin, securityContact, identity } = config
  const hasAccounts = identity.kind === 'built-in'
  return crawlers({ origin, securityContact, hasAccounts, languageOf: chooseLanguage, readAliases })
}
