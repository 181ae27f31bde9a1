import * as v from 'valibot'
import { blockGroups, defaultMiles, StaticContents } from '#contract/content.ts'
import type { ListContents, SerializedEmbeddedData } from '#contract/embeddedData.ts'
import { type Language, LocalizedText, noText, textIn } from '#contract/language.ts'
import { type CompletedPage, type ContentPage, homePage, listPage } from '#contract/pages.ts'
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
}

/** Which questions there are, without what they say. */
const topicsOf = ({ faq }: StaticContents) => faq.map((question) => ({ ...question, name: noText, content: noText }))

/** What a page about the club shows beside the blocks of its own name. */
const groupsOf: Readonly<Record<ContentPage, (contents: StaticContents) => Partial<StaticContents>>> = {
  'whats-club-bravo': ({ membership_cards }) => ({ membership_cards }),
  'join-club-bravo': ({ registration_content, instruments, countries }) => ({
    registration_content,
    instruments,
    countries,
  }),
  'card-partner-upgrade': () => ({}),
  'how-to': (contents) => ({ tutorial: contents.tutorial, faq: topicsOf(contents) }),
  faq: ({ faq, placeholders }) => ({ faq, placeholders }),
  'contact-us': (contents) => ({
    club_links: contents.club_links,
    opening_hours: contents.opening_hours,
    faq: topicsOf(contents),
  }),
  'terms-and-conditions': ({ tnc, club_links }) => ({ tnc, club_links }),
}

/** The block of static pages that stands on the page of the terms, too. */
const disclaimer = 'disclaimer'

/** The block about the highlighted rewards. */
const rewardsOfHome = 'home/rewards'

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

function contentsOf(page: ContentPage, lang: Language, editorial: EditorialContents): StaticContents {
  const contents = v.parse(StaticContents, { ...empty, ...editorial })
  const own = contents.static_pages.filter(
    ({ code }) =>
      code === page || code.startsWith(`${page}/`) || (page === 'terms-and-conditions' && code === disclaimer),
  )
  return inLanguage({ ...empty, ...groupsOf[page](contents), static_pages: own }, lang)
}

/** What home shows below the welcome. */
function homeContents(lang: Language, editorial: EditorialContents): StaticContents {
  const contents = v.parse(StaticContents, { ...empty, ...editorial })
  const { welcome_messages, tutorial, home_grid, homepage_banners, campaigns, static_pages } = contents
  const about = static_pages.filter(({ code }) => code === rewardsOfHome)
  return inLanguage(
    { ...empty, welcome_messages, tutorial, home_grid, homepage_banners, campaigns, static_pages: about },
    lang,
  )
}

function listContents(contents: EditorialContents): v.InferInput<typeof ListContents> {
  const { asia_miles_messages: miles, miles_config: rates, placeholders } = contents
  return { asia_miles_messages: miles, miles_config: rates, placeholders }
}

/** What a page shows to every visitor, in the form of the API's answer, to be embedded in the page. */
export async function readPublicPageData(
  db: ConnectionPool,
  address: CompletedPage & { lang: Language },
  facts: ContentFacts,
): Promise<SerializedEmbeddedData> {
  switch (address.page) {
    case homePage: {
      const { editorial } = await publishedContent(db, facts)
      return { pageContents: homeContents(address.lang, editorial), offers: await listOffers(db, null, facts) }
    }
    case listPage: {
      const { editorial } = await publishedContent(db, facts)
      return { offers: await listOffers(db, null, facts), contents: listContents(editorial) }
    }
    case 'reward-detail':
      return { rewardItem: await findReward(db, address.alias, null, facts) }
    case 'event':
      return { event: await findEvent(db, address.alias, facts) }
    case 'whats-club-bravo':
    case 'join-club-bravo':
    case 'card-partner-upgrade':
    case 'how-to':
    case 'faq':
    case 'contact-us':
    case 'terms-and-conditions': {
      const { editorial } = await publishedContent(db, facts)
      return { pageContents: contentsOf(address.page, address.lang, editorial) }
    }
  }
}
