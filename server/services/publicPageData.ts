import * as v from 'valibot'
import { blockGroups, defaultMiles, StaticContents } from '#contract/content.ts'
import type { ListContents, SerializedEmbeddedData } from '#contract/embeddedData.ts'
import { type Language, LocalizedText, noText, textIn } from '#contract/language.ts'
import {
  type CompletedPage,
  type ContentPage,
  contentPages,
  homePage,
  listPage,
  type PageGroups,
} from '#contract/pages.ts'
import { recordOf } from '#contract/keysOf.ts'
import type { ContentFacts } from '#server/content/fillIn.ts'
import { publishedContent } from '#server/content/publishedContent.ts'
import type { EditorialContents } from '#server/content/staticContents.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findEvent } from './events/events.ts'
import { findReward, listOffers } from './spending/rewards.ts'

const empty: StaticContents = {
  ...recordOf(blockGroups, () => []),
  ticket_keys: [],
  performances: [],
  instruments: [],
  countries: [],
  homepage_banners: [],
  campaigns: [],
  concerts: [],
  membership_cards: [],
  club_links: [],
  opening_hours: [],
  miles_config: defaultMiles(),
  takes_members: true,
}

/** The block of static pages that stands on the page of the terms, too. */
const disclaimer = 'disclaimer'

/** The same with its texts in one language, or the one that stands in for it. */
function inLanguage<Value>(value: Value, lang: Language): Value
function inLanguage(value: unknown, lang: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage<unknown>(one, lang))
  if (v.is(LocalizedText, value)) {
    const { text, language } = textIn(value, lang)
    return { ...noText, [language]: text }
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inLanguage<unknown>(one, lang)]))
}

/** The groups that a page reads, in its language; the others are empty. */
function contentsOf(page: ContentPage, lang: Language, editorial: EditorialContents): StaticContents {
  const groups: ReadonlySet<keyof PageGroups> = new Set(contentPages[page])
  const names = new Set<string>([...groups, ...(groups.has('topics') ? ['faq'] : [])])
  const read = Object.fromEntries(Object.entries(editorial).filter(([name]) => names.has(name)))
  const contents = v.parse(StaticContents, { ...empty, ...read })
  const static_pages = contents.static_pages.filter(
    ({ code }) =>
      code === page || code.startsWith(`${page}/`) || (page === 'terms-and-conditions' && code === disclaimer),
  )
  const faq = groups.has('faq')
    ? contents.faq
    : contents.faq.map((question) => ({ ...question, name: noText, content: noText }))
  return inLanguage({ ...contents, static_pages, faq }, lang)
}

/** What home shows below the welcome. */
function homeContents(lang: Language, editorial: EditorialContents): StaticContents {
  const { welcome_messages, tutorial, home_grid, homepage_banners, campaigns, static_pages } = editorial
  const read = { welcome_messages, tutorial, home_grid, homepage_banners, campaigns, static_pages }
  return inLanguage(v.parse(StaticContents, { ...empty, ...read }), lang)
}

const listContents = ({ placeholders }: EditorialContents): v.InferInput<typeof ListContents> => ({ placeholders })

/** What a page shows to every visitor, in the form of the API's answer: the page is drawn with it. */
export async function readPublicPageData(
  db: ConnectionPool,
  address: CompletedPage & { lang: Language },
  facts: ContentFacts,
): Promise<SerializedEmbeddedData> {
  if (address.page === 'reward-detail') return { rewardItem: await findReward(db, address.alias, null, facts) }
  if (address.page === 'event') return { event: await findEvent(db, address.alias, facts) }
  const { editorial } = await publishedContent(db, facts)
  if (address.page === homePage)
    return { pageContents: homeContents(address.lang, editorial), offers: await listOffers(db, null, facts) }
  return address.page === listPage
    ? { offers: await listOffers(db, null, facts), contents: listContents(editorial) }
    : { pageContents: contentsOf(address.page, address.lang, editorial) }
}
