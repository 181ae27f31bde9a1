import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { type Client, type ClientSettings, createClient } from '#src/api/client.ts'

const Answer = v.object({ items: v.array(v.object({ name: v.string(), points: v.number() })) })

/** A public call. */
export const look = endpoint({
  summary: 'Looks at things',
  method: 'GET',
  path: '/api/{product}/look',
  access: 'public',
  request: v.object({ alias: v.string(), count: v.optional(v.number()), tag: v.optional(v.array(v.string())) }),
  answer: Answer,
  burst: { request: { alias: 'nothing' }, status: 200 },
})

/** A member call. */
export const spend = endpoint({
  summary: 'Spends points',
  method: 'POST',
  path: '/api/{product}/spend',
  access: 'member',
  request: v.object({ item: v.string() }),
  answer: Answer,
  rate: { class: 'spending' },
  idempotency: true,
})

/** The response of both calls unless a test sets another. */
export const right = { items: [{ name: 'Poster', points: 12 }] }

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The port of a listening server. */
export function portOf(server: Server): number {
  return v.parse(v.object({ port: v.number() }), server.address()).port
}

/** A real HTTP server whose response to both calls is set by the test, and a client for it. */
export interface Shop {
  seen: { request: IncomingMessage; body: string }[]
  answerWith: RequestListener
  client: Client
  clientWith: (settings: Partial<ClientSettings>) => Client
  /** Holds every response until released. */
  hold: () => { arrival: (count: number) => Promise<void>; release: () => void }
  close: () => Promise<void>
}

export async function openShop(): Promise<Shop> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      shop.seen.push({ request, body: Buffer.concat(chunks).toString('utf8') })
      shop.answerWith(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clientWith = (settings: Partial<ClientSettings>) =>
    createClient({
      origin: `http://127.0.0.1:${portOf(server)}`,
      product: 'club-bravo',
      readToken: () => Promise.resolve('secret-token'),
      ...settings,
    })
  const shop: Shop = {
    seen: [],
    answerWith: ({ headers }, response) => {
      const key = headers['idempotency-key']
      json(response, 200, right, typeof key === 'string' ? { 'idempotency-key': key } : {})
    },
    client: clientWith({}),
    clientWith,
    hold: () => holdAnswers(shop),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return shop
}

function holdAnswers(shop: Shop): ReturnType<Shop['hold']> {
  const held: ServerResponse[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  shop.answerWith = (_, response) => {
    held.push(response)
    for (const { count, resolve } of waiting) if (held.length >= count) resolve()
  }
  return {
    arrival: (count) =>
      new Promise((resolve) => {
        if (held.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    release: () => held.forEach((response) => json(response, 200, right)),
  }
}
