import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxAnswerBytes } from '#contract/errors.ts'
import { json, openShop, right, type Shop, spend } from '#tests/api/shop.ts'

let shop: Shop

beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

/** A member call whose response each test chooses. */
const ask = () => shop.client.call(spend, { item: 'a' })

describe('responses that cannot be used are error values', () => {
  it('HTML, as sent by a captive portal', async () => {
    shop.answerWith = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Free Wi-Fi</h1>')
    expect(await ask()).toEqual({
      ok: false,
      error: { kind: 'unreadable', status: 200, field: null, detail: 'no JSON, but text/html' },
    })
  })

  it.each(['{"items":[{"name":"Pos', '', '\u{fffd}{'])('truncated JSON: %j', async (text) => {
    shop.answerWith = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'unreadable', status: 200, field: null } })
  })

  it('bytes that are not UTF-8', async () => {
    shop.answerWith = (_, response) => response.writeHead(200).end(Buffer.from([0x22, 0xc3, 0x28, 0x22]))
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'unreadable', detail: 'no JSON, but of no type' } })
  })

  it('a wrong type, with the dot path of the field', async () => {
    shop.answerWith = (_, response) => json(response, 200, { items: [right.items[0], { name: 'Mug', points: '12' }] })
    expect(await ask()).toMatchObject({
      ok: false,
      error: { kind: 'unreadable', status: 200, field: 'items.1.points' },
    })
  })

  it('JSON that is not an object', async () => {
    shop.answerWith = (_, response) => json(response, 200, null)
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'unreadable', field: null } })
  })

  it('10 MB, which are not read to the end', async () => {
    let written = 0
    shop.answerWith = (_, response) => {
      const chunk = Buffer.alloc(64 * 1024, ' ')
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (written < 10 * 1024 * 1024) {
          written += chunk.byteLength
          if (!response.write(chunk)) {
            response.once('drain', more)
            return
          }
        }
        response.end()
      }
      more()
    }
    expect(await ask()).toEqual({ ok: false, error: { kind: 'too_large', status: 200 } })
    expect(written).toBeLessThan(10 * 1024 * 1024)
  })

  it('accepts a response of exactly the limit', async () => {
    const text = JSON.stringify(right).padEnd(maxAnswerBytes, ' ')
    shop.answerWith = (_, response) => response.writeHead(200).end(text)
    expect(await ask()).toMatchObject({ ok: true })
    shop.answerWith = (_, response) => response.writeHead(200).end(`${text} `)
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'too_large' } })
  })
})

describe('refusals', () => {
  it.each([401, 403, 409, 422, 429, 500, 503])('%i keeps its status and the messages of the server', async (status) => {
    shop.answerWith = (_, response) =>
      json(response, status, { message: 'No.', errors: { item: ['item is required'] } })
    expect(await ask()).toEqual({
      ok: false,
      error: {
        kind: 'http',
        status,
        message: 'No.',
        fields: { item: ['item is required'] },
        inShape: true,
        retryAfterMs: null,
      },
    })
  })

  it('the HTML page of a proxy becomes a plain message', async () => {
    shop.answerWith = (_, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    expect(await ask()).toEqual({
      ok: false,
      error: {
        kind: 'http',
        status: 502,
        message: 'The server answered with status 502.',
        fields: {},
        inShape: false,
        retryAfterMs: null,
      },
    })
  })

  it('an error status counts even if its body is cut off', async () => {
    shop.answerWith = (request, response) => {
      response.writeHead(401, { 'content-length': '500' })
      response.write('{"mess', () => request.socket.resetAndDestroy())
    }
    expect(await ask()).toMatchObject({ ok: false, error: { kind: 'http', status: 401 } })
  })

  it('reads Retry-After as seconds', async () => {
    shop.answerWith = (_, response) => json(response, 429, { message: 'Slow down.' }, { 'retry-after': '120' })
    expect(await ask()).toMatchObject({ ok: false, error: { retryAfterMs: 120_000 } })
  })

  it('reads Retry-After as a date by the server’s clock, even if the clock of the device is wrong', async () => {
    shop.answerWith = (_, response) =>
      json(
        response,
        503,
        { message: 'Closed.' },
        {
          date: 'Fri, 01 Mar 2024 10:00:00 GMT',
          'retry-after': 'Fri, 01 Mar 2024 10:01:30 GMT',
        },
      )
    expect(await ask()).toMatchObject({ ok: false, error: { retryAfterMs: 90_000 } })
  })
})
