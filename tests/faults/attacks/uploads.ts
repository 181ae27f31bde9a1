// Files that decoders or patience should suffer from: pictures, archives, slow and endless bodies.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#contract/index.ts'
import { demoStudentCard } from '#server/seed/studentCard.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import type { TestMember } from '#tests/support/members.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { multipart, youthForm } from '#tests/support/youngApplicant.ts'
import type { Attack, Target } from './attack.ts'
import { bombs, pngOf } from './bombs.ts'
import { addressIn, apiCall, bytesOf, call, type Call, openConnection } from './calls.ts'

const honestMs = 10_000

interface Sender extends TestMember {
  token: string
}

async function newSender({ db }: Target, options: { verified?: boolean } = {}): Promise<Sender> {
  const member = await newcomer(db, options)
  return { ...member, token: await giveToken(db, member.id) }
}

const keyed = (sent: Call): Call => ({ ...sent, headers: { ...sent.headers, 'idempotency-key': randomUUID() } })

/** An application with a card. */
function applicationOf(sender: Sender, card: Buffer, from: string): Call {
  const body = youthForm(sender, { _student_card_base64: card.toString('base64') })
  return { ...keyed(apiCall(endpoints.updateProfile, { body, token: sender.token })), from }
}

/** Sends an honest card, and checks that it is taken in time. */
async function sendHonestCard(target: Target): Promise<void> {
  const { bytes } = await demoStudentCard()
  const sent = await call(target.port, applicationOf(await newSender(target), bytes, addressIn(0)))
  const isInTime = sent.status === 200 && sent.ms < honestMs
  target.check('an honest card is taken within 10 s', isInTime, `${sent.status} after ${sent.ms.toFixed(0)} ms`)
}

const countsOf = (statuses: readonly number[]) =>
  [...new Set(statuses)]
    .toSorted((one, other) => one - other)
    .map((status) => `${statuses.filter((one) => one === status).length} x ${status}`)
    .join(', ')

const refusals = new Set([400, 408, 409, 413, 422, 429, 503])

export const uploadAttacks: readonly Attack[] = [
  {
    name: '58 pictures of 120 megapixels by one account that nobody has proved',
    async run(target) {
      const bomb = pngOf(12_000, 10_000, { interlaced: true })
      const sender = await newSender(target, { verified: false })
      const sent = Array.from({ length: 58 }, () => call(target.port, applicationOf(sender, bomb, addressIn(1))))
      await sendHonestCard(target)
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      target.check(
        'none is taken',
        statuses.every((status) => refusals.has(status)),
        countsOf(statuses),
      )
      const looked = statuses.filter((status) => status === 422).length
      target.check('five are looked at, at most', looked <= 5, `${looked} of ${bomb.length} bytes`)
    },
  },
  {
    name: 'bombs of every kind by twelve members, each after the other',
    async run(target) {
      const kinds = Object.entries(await bombs())
      const senders = await Promise.all(Array.from({ length: 12 }, () => newSender(target)))
      const sent = senders.map(async (sender, network) => {
        const statuses: number[] = []
        for (const [kind, bomb] of kinds) {
          const { status } = await call(target.port, applicationOf(sender, bomb, addressIn(1 + network)))
          // A phone's photo is as large, and is taken.
          if (kind !== 'an interlaced PNG of 11 megapixels') statuses.push(status)
        }
        return statuses
      })
      await sendHonestCard(target)
      const statuses = (await Promise.all(sent)).flat()
      target.check(
        'none is taken',
        statuses.every((status) => refusals.has(status)),
        countsOf(statuses),
      )
    },
  },
  {
    name: 'pictures as large as they may be by twenty members at once',
    async run(target) {
      const largest = pngOf(8000, 5000, { interlaced: false })
      const senders = await Promise.all(Array.from({ length: 20 }, () => newSender(target)))
      const sent = senders.map((sender, network) =>
        call(target.port, applicationOf(sender, largest, addressIn(1 + network))),
      )
      await sendHonestCard(target)
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      const isAnswered = statuses.every((status) => status === 200 || refusals.has(status))
      target.check('each is taken or told to wait', isAnswered, countsOf(statuses))
    },
  },
  {
    name: 'sixty members of sixty networks who send a byte a second',
    async run(target) {
      const senders = await Promise.all(Array.from({ length: 60 }, () => newSender(target)))
      const started = performance.now()
      const sockets = await Promise.all(
        senders.map(async (sender, network) => {
          const { body = '', ...head } = applicationOf(sender, Buffer.alloc(1_000_000), addressIn(1 + network))
          const socket = await openConnection(target.port, addressIn(1 + network))
          socket.resume()
          const headers = { ...head.headers, 'content-length': String(Buffer.byteLength(body)) }
          socket.write(bytesOf(target.port, { ...head, headers }))
          return { socket, body }
        }),
      )
      const trickled = sockets.map(({ socket, body }) => trickle(socket, body))
      await delay(1000)
      await sendHonestCard(target)
      await Promise.all(trickled)
      const seconds = (performance.now() - started) / 1000
      target.check('all are ended within 40 s', seconds < 40, `${seconds.toFixed(0)} s`)
    },
  },
  {
    name: 'forms of eight megabytes of small fields by ten members',
    async run(target) {
      const senders = await Promise.all(Array.from({ length: 10 }, () => newSender(target)))
      const fields = Array.from({ length: 60_000 }, (_none, index) => [`f${index}`, 'x'] as const)
      const { body, headers } = await multipart(fields)
      const sent = senders.map(({ token }, network) => {
        const { path, headers: own } = apiCall(endpoints.updateProfile, { token })
        const names = { 'content-type': headers['Content-Type'], 'content-length': headers['Content-Length'] }
        return call(target.port, {
          ...keyed({ path, method: 'POST', headers: { ...own, ...names }, body }),
          from: addressIn(1 + network),
        })
      })
      await sendHonestCard(target)
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      // The connection may end before everything is sent.
      const isRefused = statuses.every((status) => status === 0 || refusals.has(status))
      target.check('none is read to its end', isRefused, countsOf(statuses))
    },
  },
]

/** Sends a byte a second until the server ends the connection, for a minute at most. */
async function trickle(socket: Socket, body: string | Buffer): Promise<void> {
  for (let sent = 0; sent < 60 && !socket.destroyed; sent += 1) {
    socket.write(body.slice(sent, sent + 1))
    await delay(1000)
  }
  socket.destroy()
}
