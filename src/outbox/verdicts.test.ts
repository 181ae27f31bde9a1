import { describe, expect, it } from 'vitest'
import { type ScanStatus, scanStatuses, type TicketInfo } from '#contract/scan/scan.ts'
import type { TicketClaims } from '#contract/scan/ticket.ts'
import type { ApiError } from '#src/api/errors.ts'
import { entryAfter, type ScanCall, type Verdict, verdictOf } from './verdicts.ts'
import { capturedEntry, type ScanEntry } from './entry.ts'

const ticket: TicketInfo = {
  ticket_no: 'T-1',
  concert_name: 'Spring Concert',
  tc_concert_name: '春季音樂會',
  sc_concert_name: '春季音乐会',
  performance_datetime: '2024-03-01T12:00:00Z',
  seat: 'A1',
  amount: 300,
  points: 300,
}
const captured = capturedEntry({
  id: '6f1f2a3e-0000-4000-8000-000000000001',
  memberId: 'ada',
  code: 'code',
  capturedAt: 5,
})
const now = 1_000_000
const context = { now, random: () => 0.5 }

function answered(call: ScanCall, status: ScanStatus, ticket_info: TicketInfo | null = ticket): Verdict {
  return verdictOf(call, { ok: true, data: { status, ticket_info } }, 'T-1')
}

function failed(error: ApiError): Verdict {
  return verdictOf('scan-ticket', { ok: false, error }, null)
}

/** An error answer of the API; not `inShape`: of a proxy or a captive portal. */
function refusedWith(status: number, { retryAfterMs = null as number | null, inShape = true } = {}): Verdict {
  return failed({ kind: 'http', status, message: 'No.', fields: {}, inShape, retryAfterMs })
}

/** A code that is formed like one of the club's tickets. */
function ticketCode(claims: TicketClaims): string {
  const [head, body] = [{ alg: 'EdDSA', kid: 'k' }, claims].map((part) => btoa(JSON.stringify(part)).replace(/=+$/, ''))
  return `${head}.${body}.${'A'.repeat(86)}`
}

const foreign = { kind: 'disturbed', serverError: false, retryAfterMs: null }

describe('the verdict of a response', () => {
  it.each(scanStatuses)('%s has a verdict for both calls', (status) => {
    const meanings = {
      found: { kind: 'found', ticket },
      success: { kind: 'claimed', state: 'credited', ticket },
      pending: { kind: 'claimed', state: 'pending', ticket },
      invalid: { kind: 'refused', reason: 'invalid', ticket },
      not_found: { kind: 'refused', reason: 'not_found', ticket },
      expired: { kind: 'refused', reason: 'expired', ticket },
      duplicated: { kind: 'owned', ticket },
    } as const satisfies Record<ScanStatus, Verdict>
    const claimed = { kind: 'claimed', state: 'credited', ticket }
    expect(answered('scan-ticket', status)).toEqual(meanings[status])
    expect(answered('verify-ticket', status)).toEqual(
      status === 'found' ? foreign : status === 'duplicated' ? claimed : meanings[status],
    )
  })

  it.each(scanStatuses)('%s about another ticket says nothing of this scan, if its number is known', (status) => {
    const other = { ...ticket, ticket_no: 'T-2' }
    for (const call of ['scan-ticket', 'verify-ticket'] as const) expect(answered(call, status, other)).toEqual(foreign)
    const opaque = verdictOf('scan-ticket', { ok: true, data: { status, ticket_info: other } }, null)
    expect(opaque).not.toEqual(foreign)
  })

  it('a ticket that is found but not described cannot be claimed', () => {
    expect(answered('scan-ticket', 'found', null)).toEqual(foreign)
  })

  it.each(['success', 'pending'] as const)('%s without a ticket is somebody else’s word', (status) => {
    for (const call of ['scan-ticket', 'verify-ticket'] as const) expect(answered(call, status, null)).toEqual(foreign)
  })

  it.each(['network', 'aborted'] as const)('%s is a connection error and gives no verdict', (kind) => {
    expect(failed({ kind })).toEqual({ kind: 'unreachable', retryAfterMs: null })
  })

  it('a time-out gives no verdict either, and the next call may take longer', () => {
    expect(failed({ kind: 'timeout' })).toEqual({ kind: 'too_slow' })
  })

  it.each([401, 403])('%i means that the member is unauthorized', (status) => {
    expect(refusedWith(status)).toEqual({ kind: 'unauthorized' })
  })

  it.each([408, 409])('%i is temporary: the scan is sent again later', (status) => {
    expect(refusedWith(status, { retryAfterMs: 9000 })).toEqual({ kind: 'later', retryAfterMs: 9000 })
  })

  it('429 pauses all sending', () => {
    expect(refusedWith(429, { retryAfterMs: 9000 })).toEqual({ kind: 'unreachable', retryAfterMs: 9000 })
  })

  it.each([400, 413, 422])('%i in the contract’s own words rejects the request', (status) => {
    expect(refusedWith(status)).toEqual({ kind: 'rejected' })
  })

  it.each([304, 403, 404, 405, 408, 409, 418, 422, 429, 511])('%i of a proxy says nothing of the scan', (status) => {
    expect(refusedWith(status, { inShape: false })).toEqual({ ...foreign, serverError: status >= 500 })
  })

  it.each([404, 405, 410, 418])('nor does %i in the contract’s words: the address is to blame', (status) => {
    expect(refusedWith(status)).toEqual(foreign)
  })

  it.each([500, 502, 503, 504])('%i is the server’s trouble, whoever says it', (status) => {
    const trouble = { kind: 'disturbed', serverError: true, retryAfterMs: 9000 }
    expect(refusedWith(status, { retryAfterMs: 9000 })).toEqual(trouble)
    expect(refusedWith(status, { retryAfterMs: 9000, inShape: false })).toEqual(trouble)
  })

  it('a response that cannot be read says nothing of the scan', () => {
    expect(failed({ kind: 'unreadable', status: 200, field: 'status', detail: '' })).toEqual(foreign)
    expect(failed({ kind: 'too_large', status: 200 })).toEqual(foreign)
  })
})

describe('the effect of a verdict on a scan', () => {
  const retried: ScanEntry = {
    ...captured,
    confirmed: true,
    attempts: 4,
    oddAnswers: 3,
    triedAt: 7,
    nextAttemptAt: 8,
  }
  const fresh = { attempts: 0, oddAnswers: 0, serverErrors: 0, triedAt: now, nextAttemptAt: 0 }

  it('found: it has its ticket and a reset backoff, and the member’s confirmation is preserved', () => {
    expect(entryAfter(retried, { kind: 'found', ticket }, context)).toEqual({
      ...retried,
      ...fresh,
      state: 'scanned',
      ticket,
    })
  })

  it('claimed and refused: it has its final answer, with the ticket if known', () => {
    const scanned: ScanEntry = { ...retried, state: 'scanned', ticket }
    expect(entryAfter(scanned, { kind: 'claimed', state: 'credited', ticket }, context)).toEqual({
      ...scanned,
      ...fresh,
      state: 'credited',
      settledAt: now,
    })
    expect(entryAfter(retried, { kind: 'refused', reason: 'expired', ticket: null }, context)).toEqual({
      ...retried,
      ...fresh,
      state: 'refused',
      reason: 'expired',
      settledAt: now,
    })
    for (const named of [ticket, null])
      expect(entryAfter(scanned, { kind: 'refused', reason: 'expired', ticket: named }, context)).toMatchObject({
        state: 'refused',
        ticket,
      })
  })

  it('refused as not found: a ticket of the club’s own is asked about daily, until the club says that it is too late', () => {
    const started = now / 1000
    const claims = { t: 'T-1', p: 'spring', s: started, l: 'A1', a: 300 }
    const code = ticketCode(claims)
    const unknown: Verdict = { kind: 'refused', reason: 'not_found', ticket: null }
    const signed: ScanEntry = { ...retried, code }
    const day = 24 * 60 * 60_000
    const awaited = entryAfter(signed, unknown, context)
    const asked = { ...fresh, attempts: 1, nextAttemptAt: now + day }
    expect(awaited).toEqual({ ...signed, ...asked, state: 'stuck', reason: 'not_found' })
    expect(entryAfter(awaited, unknown, context)).toMatchObject({ state: 'stuck', nextAttemptAt: now + day })
    expect(entryAfter(awaited, { kind: 'found', ticket }, context)).toMatchObject({
      state: 'scanned',
      reason: null,
      ticket,
    })
    const tooLate: Verdict = { kind: 'refused', reason: 'expired', ticket: null }
    expect(entryAfter(awaited, tooLate, context)).toMatchObject({ state: 'refused', reason: 'expired' })
    // By a club that never says so, it is not asked about for ever.
    const later = { ...context, now: now + 3700 * day }
    expect(entryAfter(awaited, unknown, later)).toMatchObject({ state: 'refused', reason: 'not_found' })
    expect(entryAfter(retried, unknown, context)).toMatchObject({ state: 'refused', reason: 'not_found' })
  })

  it('not found after it was found: the club has lost the scan, and the ticket is looked up again, whatever its code', () => {
    const scanned: ScanEntry = { ...retried, state: 'scanned', ticket }
    const unknown: Verdict = { kind: 'refused', reason: 'not_found', ticket: null }
    expect(entryAfter(scanned, unknown, context)).toEqual({
      ...scanned,
      ...fresh,
      attempts: 1,
      nextAttemptAt: now + 60_000,
      state: 'captured',
      ticket: null,
    })
  })

  it('refused as claimed: it has a ticket only if the claim is the member’s own', () => {
    const scanned: ScanEntry = { ...retried, state: 'scanned', ticket }
    const taken = entryAfter(scanned, { kind: 'refused', reason: 'duplicated', ticket: null }, context)
    expect(taken).toMatchObject({ state: 'refused', reason: 'duplicated', ticket: null })
    const own = entryAfter(retried, { kind: 'owned', ticket }, context)
    expect(own).toMatchObject({ state: 'credited', reason: 'duplicated', ticket })
    expect(answered('verify-ticket', 'duplicated', null)).toEqual({
      kind: 'refused',
      reason: 'duplicated',
      ticket: null,
    })
  })

  it('later: it waits for a part of 1 s doubling to 5 min, and no less than the server asked', () => {
    const waits = [0, 1, 2, 7, 8, 9, 40].map((putOffs) => {
      const entry = entryAfter({ ...captured, attempts: 50, putOffs }, { kind: 'later', retryAfterMs: null }, context)
      expect(entry).toMatchObject({ state: 'captured', attempts: 51, triedAt: now, oddAnswers: 0 })
      return entry.nextAttemptAt - now
    })
    expect(waits).toEqual([500, 1000, 2000, 64_000, 128_000, 150_000, 150_000])
    expect(entryAfter(captured, { kind: 'later', retryAfterMs: 7 * 60_000 }, context).nextAttemptAt).toBe(
      now + 7 * 60_000,
    )
  })

  it('later: however often the connection failed before, the wait is that of the API’s first word', () => {
    let entry: ScanEntry = captured
    for (let tries = 0; tries < 25; tries++) {
      const kind = tries % 2 === 0 ? 'unreachable' : 'disturbed'
      entry = entryAfter(entry, { kind, serverError: true, retryAfterMs: null }, context)
    }
    expect(entryAfter(entry, { kind: 'later', retryAfterMs: null }, context).nextAttemptAt).toBe(now + 500)
  })

  it('unreachable: it stays ready, unless the server asked for a pause', () => {
    expect(entryAfter(retried, { kind: 'unreachable', retryAfterMs: null }, context)).toEqual({
      ...retried,
      attempts: 5,
      triedAt: now,
      nextAttemptAt: 0,
    })
    expect(entryAfter(captured, { kind: 'unreachable', retryAfterMs: 60_000 }, context).nextAttemptAt).toBe(
      now + 60_000,
    )
  })

  it('unauthorized: it stays unchanged', () => {
    expect(entryAfter(retried, { kind: 'unauthorized' }, context)).toBe(retried)
  })

  it('disturbed: it stays ready however often, and the errors of the server are counted until the next progress', () => {
    let entry: ScanEntry = captured
    for (let answers = 0; answers < 100; answers++) {
      entry = entryAfter(entry, { kind: 'disturbed', serverError: answers % 2 === 0, retryAfterMs: null }, context)
      expect(entry).toMatchObject({ state: 'captured', oddAnswers: 0, nextAttemptAt: 0, attempts: answers + 1 })
    }
    expect(entry.serverErrors).toBe(50)
    expect(entryAfter(entry, { kind: 'found', ticket }, context).serverErrors).toBe(0)
  })

  it('rejected: it is sent again five times, then it is stuck', () => {
    let entry: ScanEntry = captured
    const states: string[] = []
    for (let answers = 0; answers < 6; answers++) {
      entry = entryAfter(entry, { kind: 'rejected' }, context)
      states.push(entry.state)
    }
    expect(states).toEqual(['captured', 'captured', 'captured', 'captured', 'captured', 'stuck'])
  })
})

it('An upgrade that points have led to is kept in the row with them, and only with points', () => {
  const upgrade = { from: 'Red', tier: 'Gold', points: 2000, valid_until: '2027-08-31T15:59:59.999Z' } as const
  const answer = (status: ScanStatus) =>
    verdictOf('verify-ticket', { ok: true, data: { status, ticket_info: ticket, upgrade } }, 'T-1')
  expect(entryAfter(captured, answer('success'), context)).toMatchObject({ state: 'credited', upgrade })
  for (const kept of [answer('expired'), entryAfter(captured, answer('expired'), context)])
    expect(kept).not.toHaveProperty('upgrade')
})
