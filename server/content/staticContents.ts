import type * as v from 'valibot'
import {
  type BlockGroup,
  blockGroups,
  type ContentBlock,
  type Instrument,
  type StaticContents,
} from '#contract/content.ts'
import type { StoredContents } from '#server/store/contents.ts'
import { publishedPeriods } from './bonusPeriods.ts'
import { entriesOf, type FindImage, hasTerms, imageFinder } from './entries.ts'

type Sent = v.InferInput<typeof StaticContents>
/** The part of the static contents that editors write. */
export type EditorialContents = Omit<Sent, 'ticket_keys' | 'performances'>

function toBlocks(contents: StoredContents, name: BlockGroup, find: FindImage): v.InferInput<typeof ContentBlock>[] {
  return entriesOf(contents, name)
    .map(({ key, fields, line, html }) => ({
      code: key,
      seq: fields.seq,
      name: line('name'),
      content: html('content'),
      icon: fields.icon ?? null,
      image: find(fields.image),
    }))
    .toSorted((one, other) => one.seq - other.seq)
}

function toBanners(contents: StoredContents, find: FindImage): Sent['homepage_banners'] {
  return entriesOf(contents, 'homepage_banners').flatMap(({ fields, line }) => {
    const [desktop, mobile] = [find(fields.desktop_image), find(fields.mobile_image)]
    if (!desktop || !mobile) return []
    const { alias = null, external_alias: external = null } = fields
    return [{ alias, external_alias: external, name: line('name'), desktop_image: desktop, mobile_image: mobile }]
  })
}

function toCampaigns(contents: StoredContents, find: FindImage): Sent['campaigns'] {
  return entriesOf(contents, 'campaigns').map(({ key, fields, line, html }) => ({
    alias: key,
    kind: fields.kind,
    name: line('name'),
    content: html('content'),
    image: find(fields.image),
    external_url: fields.external_url ?? null,
    lists_concerts: fields.lists_concerts ?? false,
  }))
}

function toConcerts(contents: StoredContents, find: FindImage): Sent['concerts'] {
  return entriesOf(contents, 'concerts').map(({ key, fields }) => ({
    performance: key,
    image: find(fields.image),
    tickets_url: fields.tickets_url ?? null,
  }))
}

function toCards(contents: StoredContents, find: FindImage): Sent['membership_cards'] {
  return entriesOf(contents, 'membership_cards').flatMap(({ key, fields }) => {
    const image = find(fields.image)
    return image ? [{ tier: key, image }] : []
  })
}

/** The areas of interest that a member can choose. */
export function instrumentsOf(contents: StoredContents): v.InferInput<typeof Instrument>[] {
  return entriesOf(contents, 'instruments').map(({ key, line }) => ({ id: key, name: line('name') }))
}

/** The editorial part of the static contents, in the form of the API's answer. */
export function editorialContents(contents: StoredContents): EditorialContents {
  const find = imageFinder(contents)
  const blocks = Object.fromEntries(blockGroups.map((name) => [name, toBlocks(contents, name, find)]))
  const miles = entriesOf(contents, 'miles_config')[0]?.fields
  return {
    ...blocks,
    instruments: instrumentsOf(contents),
    countries: entriesOf(contents, 'countries').map(({ key, fields, line }) => ({
      id: key,
      country_code: fields.country_code,
      name: line('name'),
    })),
    homepage_banners: toBanners(contents, find),
    campaigns: toCampaigns(contents, find),
    concerts: toConcerts(contents, find),
    membership_cards: toCards(contents, find),
    club_links: entriesOf(contents, 'club_links').map(({ key, line }) => ({ code: key, value: line('value') })),
    opening_hours: entriesOf(contents, 'opening_hours').map(({ key, fields }) => ({ day: key, ...fields })),
    ...(miles && { miles_config: miles }),
    takes_members: hasTerms(contents),
    bonus_periods: publishedPeriods(contents),
  }
}
