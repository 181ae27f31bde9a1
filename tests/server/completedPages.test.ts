import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { EmbeddedData } from '#contract/embeddedData.ts'
import { languages, languageTable } from '#contract/language.ts'
import { listRedeemItems } from '#contract/spending/rewards.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

let server: RunningServer

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server.stop())

async function open(path: string): Promise<string> {
  const response = await fetch(server.origin + path, { headers: { accept: 'text/html' } })
  expect(response.status).toBe(200)
  return response.text()
}

const block = /<script type="application\/json" id="embedded-data">(.*?)<\/script>/s

/** The page's embedded data, checked against the contract. */
function embeddedDataOf(page: string): v.InferOutput<typeof EmbeddedData> | null {
  const [, text] = block.exec(page) ?? []
  return text === undefined ? null : v.parse(v.pipe(v.string(), v.parseJson(), EmbeddedData), text)
}

/** A page once it is drawn: before that, a busy machine may send it as it was built. */
async function openDrawn(path: string): Promise<string> {
  let page = ''
  const isDrawn = async () => {
    page = await open(path)
    return embeddedDataOf(page) !== null || page.includes('data-complete')
  }
  await expect.poll(isDrawn).toBe(true)
  return page
}

test('A reward’s page contains its name, its text and its picture, and embeds the same data as the API', async () => {
  const answer = await fetch(`${server.origin}/api/club-bravo/get-redeem-item?alias=concert-tote`)
  const { rewardItem } = v.parse(
    v.object({ rewardItem: v.looseObject({ name: v.record(v.string(), v.string()) }) }),
    await answer.json(),
  )
  for (const lang of languages) {
    const page = await openDrawn(`/${lang}/reward-detail/concert-tote`)
    const name = rewardItem.name[lang] ?? ''
    expect(page).toContain(`>${name} · Club Bravo</title>`)
    expect(/<h1\b.*?<\/h1>/s.exec(page)?.[0]).toContain(name)
    expect(page).toMatch(/<img\b[^>]* src="\/images\/[^"]+"/)
    expect(embeddedDataOf(page)).toMatchObject({ rewardItem: { alias: 'concert-tote' } })
  }
})

test('A page about the club contains what editors have published for it, in its language, and embeds no more', async () => {
  const pages = {
    faq: ['The event is full. What is the waiting list?'],
    'whats-club-bravo': ['role="columnheader"', 'data-head="Gold"'],
    'join-club-bravo': [
      'Red membership, HK$300 a year',
      'I have an invitation, a partner’s card or an earlier membership',
    ],
    'card-partner-upgrade': ['From your card to your upgrade'],
    'how-to': ['Still have a question?'],
    'contact-us': ['mailto:club@example.org'],
    'terms-and-conditions': ['id="disclaimer"'],
  }
  for (const [name, parts] of Object.entries(pages)) {
    const page = await openDrawn(`/en/${name}`)
    for (const part of parts) expect(page).toContain(part)
    expect(page.replace(block, '')).not.toContain('{lang}')
    const embedded = embeddedDataOf(page)
    if (embedded === null || !('pageContents' in embedded)) throw new Error(`${name} has no contents`)
    expect(JSON.stringify(embedded)).not.toMatch(/\p{Script=Han}/u)
    expect(embedded.pageContents.static_pages.every(({ code }) => code.startsWith(name) || code === 'disclaimer')).toBe(
      true,
    )
  }
  expect(embeddedDataOf(await open('/tc/faq?q=water'))).toBeNull()
})

test('An event’s page contains its name', async () => {
  const page = await openDrawn('/tc/event/sing-hallelujah')
  const embedded = embeddedDataOf(page)
  if (embedded === null || !('event' in embedded) || embedded.event === null)
    throw new Error('The page tells of no event')
  expect(/<h1\b.*?<\/h1>/s.exec(page)?.[0]).toContain(embedded.event.name.tc)
  const [, markup = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? []
  const { name, starts_at: startDate } = embedded.event
  expect(JSON.parse(markup)).toMatchObject({ '@type': 'Event', name: name.tc, startDate })
})

test('Home has all that it shows a visitor, says so, and carries no data', async () => {
  const home = await openDrawn('/tc')
  expect(home).toContain('data-complete')
  expect(home).toMatch(/<article\b.*href="\/tc\/reward-detail\/concert-tote"/s)
  expect(embeddedDataOf(home)).toBeNull()
})

test('The reward list contains what the API offers to visitors, with the texts around it, and a search has its data', async () => {
  const answer: unknown = await (await fetch(`${server.origin}/api/club-bravo/list-redeem-items`)).json()
  const embedded = embeddedDataOf(await openDrawn('/tc/reward-list'))
  if (embedded === null || !('contents' in embedded)) throw new Error('The page does not tell what is on offer')
  expect(embedded.offers).toEqual(v.parse(listRedeemItems.answer, answer))
  const everybodys = embedded.offers.allRedeemedItems.map(({ alias }) => alias)
  expect(everybodys).toContain('concert-tote')
  expect(everybodys).not.toContain('backstage-with-the-conductor')
  expect(embedded.contents.placeholders.map(({ code }) => code)).toContain('reward-search')
  expect(await openDrawn('/tc/reward-list')).toMatch(/<li\b.*href="\/tc\/reward-detail\/[^"]+"/s)
  const marked = await openDrawn('/tc/reward-list?utm_source=mail')
  const card = /<li\b[^>]*>(?:<h2\b.*?<\/h2>)?<article\b/gs
  expect(marked.match(card)).toHaveLength(6)
  const filtered = await openDrawn('/en/reward-list?q=tote')
  expect(filtered.match(card)).toBeNull()
  expect(embeddedDataOf(filtered)).toEqual(embeddedDataOf(await openDrawn('/en/reward-list')))
})

test.each([
  'q=%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  'q=%22%3E%3Cscript%3Ealert(1)',
  'q[]=1&category=__proto__&tier=%00',
  '%E0%A4',
])('What an address has made up is not in the page: ?%s', async (search) => {
  const page = await openDrawn(`/en/reward-list?${search}`)
  expect(page).not.toContain('alert(1)')
  expect(embeddedDataOf(page)).not.toBeNull()
  expect(page.match(/<title\b/g)).toHaveLength(1)
})

test.each([
  '/en/reward-detail/no-such-reward',
  '/en/reward-detail/harbour-evening-cruise',
  '/en/reward-detail/backstage-with-the-conductor',
  '/en/event/no-such-event',
  '/en/event/concert-tote',
  '/en/reward-detail/%E0%A4',
  '/en/reward-detail/__proto__',
])('A page reveals nothing that is not public, be it unknown, inactive or another tier’s: %s', async (path) => {
  const page = await open(path)
  expect(embeddedDataOf(page)).toBeNull()
  expect(page).toContain('<div id="root" data-prerendered=""')
})

test('Pages requested at once in three languages are each in their own language', async () => {
  const asked = Array.from({ length: 30 }, (_, index) => languages[index % 3] ?? 'en')
  const pages = await Promise.all(
    asked.map(async (lang) => [lang, await open(`/${lang}/reward-detail/concert-tote`)] as const),
  )
  for (const [lang, page] of pages) {
    expect(page).toContain(`<html lang="${languageTable[lang].tag}"`)
    // A busy machine may send the page as it was built; what is drawn is drawn once for everybody.
    const drawn = embeddedDataOf(page)
    if (drawn === null) continue
    if (!('rewardItem' in drawn) || drawn.rewardItem === null) throw new Error('The page tells of no reward')
    expect(/<h1\b.*?<\/h1>/s.exec(page)?.[0]).toContain(drawn.rewardItem.name[lang])
  }
  for (const lang of languages)
    await expect.poll(async () => embeddedDataOf(await open(`/${lang}/reward-detail/concert-tote`))).not.toBeNull()
})

test('The policy allows the page’s inline data, and the same page is sent once', async () => {
  await openDrawn('/en/reward-detail/concert-tote')
  const response = await fetch(`${server.origin}/en/reward-detail/concert-tote`, { headers: { accept: 'text/html' } })
  const page = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  for (const [, text = ''] of page.matchAll(/<(?:style|script)>(.*?)<\/(?:style|script)>/gs)) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`)
  }
  const tag = response.headers.get('etag') ?? ''
  const again = await fetch(`${server.origin}/en/reward-detail/concert-tote`, {
    headers: { accept: 'text/html', 'if-none-match': tag },
  })
  expect(again.status).toBe(304)
})
