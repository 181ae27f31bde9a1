import { setTimeout as delay } from 'node:timers/promises'
import { pathOf } from '#contract/endpoint.ts'
import { paymentDatafeed } from '#contract/registration/payment.ts'
import { datafeed, type DatafeedFields, gatewayKey, newPayRef } from '#tests/support/datafeed.ts'
import type { SeededRandom } from '../seededRandom.ts'
import { product, type SpoiltClub } from './club.ts'

/** A payment that the gateway has taken, and reported until the club has answered OK. */
export interface Taken {
  orderRef: string
  payRef: string
  /** What about it is not as the order says; null when everything is. */
  wrong: 'wrong_amount' | 'wrong_currency' | null
}

/** The card payment gateway: reports in bad order, twice, late and forged, and again until it is answered OK. */
export interface SpoiltGateway {
  /** Takes a payment of an order and reports it. */
  pay: (orderRef: string, wrong?: Taken['wrong']) => Promise<void>
  /** Refuses a card, and reports it. */
  refuse: (orderRef: string) => Promise<void>
  /** Reports what it has put off. */
  sendLate: () => Promise<void>
  taken: readonly Taken[]
  /** How many reports were forged, and how many of those the club has believed. */
  forged: () => { sent: number; believed: number }
  spoilt: () => number
}

const pauseMs = 20
const terms: Record<'wrong_amount' | 'wrong_currency', Partial<DatafeedFields>> = {
  wrong_amount: { Amt: '3.00' },
  wrong_currency: { Cur: '840' },
}

/** @param options.share how many of the reports are spoilt, of 1 */
export function openSpoiltGateway(
  { origin }: SpoiltClub,
  options: { random: SeededRandom; share: number },
): SpoiltGateway {
  const { random, share } = options
  const taken: Taken[] = []
  const late: string[] = []
  let [spoilt, sent, believed] = [0, 0, 0]

  async function post(body: string): Promise<{ status: number; text: string } | null> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    try {
      const response = await fetch(origin + pathOf(paymentDatafeed, product), { method: 'POST', headers, body })
      return { status: response.status, text: await response.text() }
    } catch {
      return null
    }
  }

  async function untilAccepted(body: string): Promise<void> {
    for (;;) {
      const answer = await post(body)
      if (answer?.text === 'OK') return
      if (answer !== null && ![502, 503].includes(answer.status))
        throw new Error(`An authentic report got ${answer.status}: ${answer.text}`)
      await delay(pauseMs)
    }
  }

  async function forge(fields: DatafeedFields): Promise<void> {
    sent += 1
    const answer = await post(datafeed(fields, { ...gatewayKey, secret: 'not the gateway’s' }))
    if (answer?.text === 'OK') believed += 1
  }

  const spoilings: ((fields: DatafeedFields, body: string) => Promise<void>)[] = [
    // Late: after everything else.
    async (_fields, body) => void late.push(body),
    async (_fields, body) => void (await Promise.all([untilAccepted(body), untilAccepted(body)])),
    // Out of order: the card was refused once, which is reported after its payment.
    async (fields, body) => {
      await untilAccepted(body)
      await untilAccepted(datafeed({ ...fields, successcode: '1' }))
    },
    // And a refusal that overtakes it.
    async (fields, body) => {
      await untilAccepted(datafeed({ ...fields, successcode: '1' }))
      await untilAccepted(body)
    },
    async (fields, body) => {
      await forge(fields)
      await untilAccepted(body)
    },
    // Somebody reports a payment of their own for the order.
    async ({ Ref }, body) => {
      await forge({ Ref, PayRef: newPayRef() })
      await untilAccepted(body)
    },
  ]

  async function report(fields: DatafeedFields): Promise<void> {
    const body = datafeed(fields)
    if (!random.chance(share)) return untilAccepted(body)
    spoilt += 1
    await random.pick(spoilings)(fields, body)
  }

  return {
    taken,
    spoilt: () => spoilt,
    forged: () => ({ sent, believed }),
    async pay(orderRef, wrong = null) {
      const payRef = newPayRef()
      taken.push({ orderRef, payRef, wrong })
      await report({ Ref: orderRef, PayRef: payRef, ...(wrong !== null && terms[wrong]) })
    },
    refuse: (orderRef) => untilAccepted(datafeed({ Ref: orderRef, PayRef: newPayRef(), successcode: '1' })),
    sendLate: async () => void (await Promise.all(late.splice(0).map(untilAccepted))),
  }
}
