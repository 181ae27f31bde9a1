import { expect, test } from 'vitest'
import type { SerializedEmbeddedData } from '#contract/embeddedData.ts'
import { completePages } from './completePages.ts'

const frame =
  '<html><head></head><body><div id="root" data-prerendered>skeleton</div>\n<noscript></noscript></body></html>'
const nothing: SerializedEmbeddedData = { rewardItem: null }

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

function completer(readData: () => Promise<SerializedEmbeddedData>, rendered = '<title>A</title><h1>A</h1>') {
  const failures: string[] = []
  const log = { error: (sentence: string) => void failures.push(sentence) }
  return { failures, complete: completePages({ prerender: () => Promise.resolve(rendered), readData, log }) }
}

test('No text by an editor can close the element that contains it', async () => {
  const { complete } = completer(() => Promise.resolve(named('</script><script>alert(1)</script><!--')))
  const page = await complete('/en/reward-detail/a', '', frame)
  expect(page).not.toContain('alert(1)</script>')
  expect(page).toContain(String.raw`\u003c/script>\u003cscript>alert(1)`)
})

test('The page stays as built if there is no data to embed, and at other addresses', async () => {
  const { complete } = completer(() => Promise.resolve(nothing))
  expect(await complete('/en/reward-detail/a', '', frame)).toBe(frame)
  expect(await complete('/en/faq', '', frame)).toBe(frame)
})

test('A database that is down leaves the page as built, and the failure is logged', async () => {
  const { complete, failures } = completer(() => Promise.reject(new Error('away')))
  expect(await complete('/en/event/a', '', frame)).toBe(frame)
  expect(failures).toEqual(['The page /en/event/a could not be prerendered; the app renders it instead'])
})

test('A page that cannot be rendered does not affect the next page', async () => {
  const { complete, failures } = completer(() => Promise.resolve(named('A')), '<h1>A</h1><script src="x"></script>')
  expect(await complete('/en/event/a', '', frame)).toBe(frame)
  expect(failures).toHaveLength(1)
  const { complete: next } = completer(() => Promise.resolve(named('A')))
  expect(await next('/en/event/a', '', frame)).toContain('<title data-prerendered>A</title></head>')
})

test('The elements of the head that a page was built with are replaced', async () => {
  const built = frame.replace(
    '</head>',
    '<meta data-prerendered name="description" content="B"/><title data-prerendered>B</title></head>',
  )
  const { complete } = completer(() => Promise.resolve(named('A')))
  expect(await complete('/en/event/a', '', built)).toContain('<head><title data-prerendered>A</title></head>')
})

test('In a burst, pages that would wait long are sent as they were built, and later ones are completed again', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<string>()
  const failures: string[] = []
  const complete = completePages({
    prerender: () => held,
    readData: () => Promise.resolve(named('A')),
    log: { error: (sentence: string) => void failures.push(sentence) },
  })
  const burst = Array.from({ length: 30 }, () => complete('/en/event/a', '', frame))
  const first = await Promise.race(burst)
  release('<title>A</title><h1>A</h1>')
  const pages = await Promise.all(burst)
  expect(first).toBe(frame)
  expect(pages.filter((page) => page !== frame)).toHaveLength(9)
  expect(await complete('/en/event/a', '', frame)).toContain('<h1>A</h1>')
  expect(failures).toEqual([])
})
