import { expect, test } from 'vitest'
import type { DocumentParts, RenderPage } from '#contract/document.ts'
import type { SerializedEmbeddedData } from '#contract/embeddedData.ts'
import { languages } from '#contract/language.ts'
import { createPublicCache } from '#server/http/publicCache.ts'
import { prerenderedFile } from '#contract/pages.ts'
import { completePages } from './completePages.ts'

const frame =
  '<html><head></head><body><div id="root" data-prerendered>skeleton</div>\n<noscript></noscript></body></html>'
const noSearch = new URLSearchParams()
const cache = () => createPublicCache<string | null>({ readVersion: async () => '1', seconds: 60, maxEntries: 3 })
const nothing: SerializedEmbeddedData = { rewardItem: null }

const offers: SerializedEmbeddedData = { offers: { allRedeemedItems: [] }, contents: {} }

const named = (name: string): SerializedEmbeddedData => {
  const text = { en: name, tc: name, sc: name }
  return {
    event: {
      id: '1',
      alias: 'a',
      status: 'active',
      name: text,
      short_description: text,
      venue: text,
      public_registration_start_date: '2026-11-01T00:00:00Z',
      description: text,
      remarks: text,
      terms_and_conditions: text,
      ya_individual_quota: 1,
      normal_individual_quota: 1,
      waiting_list: false,
    },
  }
}

const parts: DocumentParts = {
  entry: '/app.js',
  modules: [],
  sheets: [],
  style: '',
  laterStyle: '',
  script: '',
  fonts: [],
}
const allParts = Object.fromEntries(
  ['event', 'reward-detail', 'reward-list'].flatMap((name) =>
    languages.map((lang) => [prerenderedFile(lang, name), parts]),
  ),
)
/** Says what it was asked for. */
const renderPage: RenderPage = ({ extent, data, markup }) =>
  Promise.resolve(
    `${extent} <h1>A</h1> ${data}` + (markup ? `<script type="application/ld+json">${markup}</script>` : ''),
  )

function completer(readData: () => Promise<SerializedEmbeddedData>, render = renderPage) {
  const failures: string[] = []
  const log = { error: (sentence: string) => void failures.push(sentence) }
  return {
    failures,
    complete: completePages({ renderPage: render, parts: allParts, readData, cache: cache(), origin, log }),
  }
}

const origin = 'https://club.example'

const text = (said: string) => ({ en: `${said} en`, tc: `${said} tc`, sc: '' })

/** What a page says of its event to search engines. */
const markupOf = async (data: SerializedEmbeddedData, path: string) => {
  const page = await completer(() => Promise.resolve(data)).complete(path, noSearch, frame)
  return /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1]
}

test('An event says what it is to search engines, in the page’s language, and a reward and an event without a time do not', async () => {
  const event = {
    id: 'rehearsal',
    alias: 'open-rehearsal',
    status: 'active',
    name: text('Open rehearsal </script>'),
    short_description: text('Come and listen'),
    venue: text('Concert hall'),
    starts_at: '2026-12-05T11:00:00.000Z',
    public_registration_start_date: '2026-11-01T00:00:00.000Z',
    priority_registration_start_date: null,
    event_expiry_date: null,
    image: null,
    description: text(''),
    remarks: text(''),
    terms_and_conditions: text(''),
    ya_individual_quota: 2,
    normal_individual_quota: 2,
    event_quota: null,
    waiting_list: false,
  } as const
  const markup = await markupOf({ event }, '/sc/event/open-rehearsal')
  expect(JSON.parse(markup ?? '')).toMatchObject({
    '@type': 'Event',
    name: 'Open rehearsal </script> tc',
    startDate: '2026-12-05T11:00:00.000Z',
    location: { name: 'Concert hall tc' },
    url: 'https://club.example/sc/event/open-rehearsal',
  })
  const undated = { event: { ...event, starts_at: null } }
  expect(await markupOf(undated, '/sc/event/open-rehearsal')).toBeUndefined()
  expect(await markupOf(named('A'), '/en/reward-detail/a')).toBeUndefined()
})

test('No text by an editor can close the element that contains it', async () => {
  const { complete } = completer(() => Promise.resolve(named('</script><script>alert(1)</script><!--')))
  const page = await complete('/en/reward-detail/a', noSearch, frame)
  expect(page).not.toContain('alert(1)</script>')
  expect(page).toContain(String.raw`\u003c/script>\u003cscript>alert(1)`)
})

test('The page stays as built if there is no data to embed, and at other addresses', async () => {
  const { complete } = completer(() => Promise.resolve(nothing))
  expect(await complete('/en/reward-detail/a', noSearch, frame)).toBe(frame)
  expect(await complete('/en/faq', noSearch, frame)).toBe(frame)
})

test('A database that is down leaves the page as built, and the failure is logged', async () => {
  const { complete, failures } = completer(() => Promise.reject(new Error('away')))
  expect(await complete('/en/event/a', noSearch, frame)).toBe(frame)
  expect(failures).toEqual(['The page /en/event/a could not be prerendered; the app renders it instead'])
})

test('A page that cannot be rendered does not affect the next page', async () => {
  const { complete, failures } = completer(
    () => Promise.resolve(named('A')),
    () => Promise.reject(new Error('broken')),
  )
  expect(await complete('/en/event/a', noSearch, frame)).toBe(frame)
  expect(failures).toHaveLength(1)
  const { complete: next } = completer(() => Promise.resolve(named('A')))
  expect(await next('/en/event/a', noSearch, frame)).toContain('<h1>A</h1>')
})

test('A page is rendered once for everybody until what it shows has changed, whatever else an address says', async () => {
  let version = '1'
  let rendered = 0
  const complete = completePages({
    renderPage: () => Promise.resolve(`<title>${(rendered += 1)}</title>`),
    parts: allParts,
    readData: () => Promise.resolve(offers),
    cache: createPublicCache({ readVersion: async () => version, seconds: 0, maxEntries: 3 }),
    origin,
    log: { error: () => undefined },
  })
  const ask = (search: string) => complete('/en/reward-list', new URLSearchParams(search), frame)
  const first = await Promise.all(['', 'utm_source=mail', '', 'x=1&y=2'].map(ask))
  expect(new Set(first).size).toBe(1)
  expect(first[0]).toContain('<title>1</title>')
  version = '2'
  expect(await ask('')).toContain('<title>2</title>')
  expect(rendered).toBe(2)
})

test('A list that is filtered has its data, and the app finds in it', async () => {
  const { complete } = completer(() => Promise.resolve(offers))
  const page = await complete('/en/reward-list', new URLSearchParams('q=bag'), frame)
  expect(page).toContain('waiting')
  expect(page).toContain('{"offers"')
})

test('Data that does not come holds up no page for long', async () => {
  const never = new Promise<SerializedEmbeddedData>(() => undefined)
  const { complete, failures } = completer(() => never)
  expect(await complete('/en/event/a', noSearch, frame)).toBe(frame)
  expect(failures).toEqual([])
})

test('In a burst, pages that would wait long are sent as they were built, and later ones are completed again', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<string>()
  const failures: string[] = []
  const complete = completePages({
    renderPage: () => held,
    parts: allParts,
    readData: () => Promise.resolve(named('A')),
    cache: cache(),
    origin,
    log: { error: (sentence: string) => void failures.push(sentence) },
  })
  const burst = Array.from({ length: 30 }, (_, index) => complete(`/en/event/${index}`, noSearch, frame))
  const first = await Promise.race(burst)
  release('<title>A</title><h1>A</h1>')
  const pages = await Promise.all(burst)
  expect(first).toBe(frame)
  expect(pages.filter((page) => page !== frame)).toHaveLength(9)
  expect(await complete('/en/event/29', noSearch, frame)).toContain('<h1>A</h1>')
  expect(failures).toEqual([])
})

test('Failures of one kind after the other are reported once', async () => {
  const { complete, failures } = completer(() => Promise.reject(new Error('away')))
  for (let times = 0; times < 5; times += 1) expect(await complete('/en/event/a', noSearch, frame)).toBe(frame)
  expect(failures).toHaveLength(1)
})
