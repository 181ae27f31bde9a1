import { expect, it } from 'vitest'
import { shares } from './shares.ts'

const share = (body: BodyInit, headers: Record<string, string> = {}) =>
  shares().request('/t', { method: 'POST', body, headers })

it('Files that are shared before the worker is there lead to the page that asks to share them again', async () => {
  const form = new FormData()
  form.append('tickets', new File(['a ticket'], 'ticket.png'))
  const answer = await share(form)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/t?problem=not_ready')
})

it('A share of no end is read to its limit and no further, and one that announces its size not at all', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  for (const [body, headers] of [
    [endless, {}],
    ['', { 'content-length': '500000000' }],
  ] as const) {
    const answer = await shares().request('/t', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/t?problem=too_large')
  }
  expect(sent).toBeLessThan(140)
})

it('Another site’s page can send no files here', async () => {
  const answer = await share('files', { 'sec-fetch-site': 'cross-site' })
  expect(answer.status).toBe(403)
})

it('Only some shares are read at a time, and the others are asked to try again', async () => {
  const site = shares()
  const opened: ReadableStreamDefaultController[] = []
  const slow = () =>
    new ReadableStream({
      start(controller) {
        opened.push(controller)
      },
    })
  const send = (body: BodyInit) => site.request('/t', { method: 'POST', body, duplex: 'half' } as RequestInit)
  const waiting = Array.from({ length: 8 }, async () => send(slow()))
  const refused = await send('one more')
  expect(refused.headers.get('location')).toBe('/t?problem=not_ready')
  for (const controller of opened) controller.close()
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(303)
  expect((await send('and another')).status).toBe(303)
})
