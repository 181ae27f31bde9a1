import { describe, expect, it } from 'vitest'
import { ticketAddress } from '#contract/scan/ticket.ts'
import { capturedEntry, type ScanEntry } from '#src/outbox/entry.ts'
import type { AddOutcome, Outbox } from '#src/outbox/outbox.ts'
import { emptyIntake, mergeIntake, resubmit, saveCode, takeInCodes, withoutIssues } from './intake.ts'

function entry(code: string, part: Partial<ScanEntry> = {}): ScanEntry {
  return { ...capturedEntry({ id: `id of ${code}`, memberId: 'ada', code, capturedAt: 1 }), ...part }
}

/** A part of a signed ticket. */
const encoded = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')

/** An outbox with the given result, which records the codes that were added. */
function tools(answer: (code: string) => AddOutcome = (code) => ({ kind: 'saved', entry: entry(code) })) {
  const added: string[] = []
  return {
    added,
    memberId: 'ada',
    keys: [],
    origin: 'https://club.test',
    outbox: {
      add: ({ code }: { memberId: string; code: string }) => {
        added.push(code)
        return Promise.resolve(answer(code))
      },
    },
  }
}

describe('adding codes', () => {
  it('saves each distinct code once', async () => {
    const phone = tools()
    expect(await takeInCodes(['A-1', 'B-2', 'A-1'], phone)).toEqual({
      savedIds: ['id of A-1', 'id of B-2'],
      unstored: [],
      issues: [],
    })
    expect(phone.added).toEqual(['A-1', 'B-2'])
  })

  it('saves a ticket of this club once if it is read bare and as an address', async () => {
    const ticket = `${encoded({ alg: 'EdDSA', kid: 'k' })}.${encoded({ t: 'T-1', p: 'p', s: 1, l: '', a: 1 })}.${'A'.repeat(86)}`
    const phone = tools()
    await takeInCodes([ticketAddress('https://club.test', ticket), ticket], phone)
    expect(phone.added).toEqual([ticket])
  })

  it('asks about a ticket in an address of another origin', async () => {
    const phone = tools()
    const { issues } = await takeInCodes(['https://club.example/t#e30.e30.e30'], phone)
    expect(issues).toMatchObject([{ kind: 'suspicious', suspicion: 'web_address' }])
    expect(phone.added).toEqual([])
  })

  it('saves the tickets of a picture and asks about a web address beside them', async () => {
    const phone = tools()
    expect(await takeInCodes(['https://example.com', 'A-1'], phone)).toEqual({
      savedIds: ['id of A-1'],
      unstored: [],
      issues: [{ kind: 'suspicious', code: 'https://example.com', suspicion: 'web_address' }],
    })
    expect(phone.added).toEqual(['A-1'])
  })

  it('opens the preview of a code that was read twice within seconds', async () => {
    const phone = tools((code) => ({ kind: 'known', entry: entry(code) }))
    expect(await takeInCodes(['A-1'], phone)).toEqual({ savedIds: ['id of A-1'], unstored: [], issues: [] })
  })

  it('opens the preview of a known scan that was never confirmed', async () => {
    const phone = tools((code) => ({ kind: 'known', entry: entry(code, { state: 'scanned' }) }))
    expect(await takeInCodes(['A-1'], phone)).toEqual({ savedIds: ['id of A-1'], unstored: [], issues: [] })
  })

  it('reports a known scan if its ticket is read again right after its points arrived', async () => {
    const repeated = entry('A-1', { state: 'credited', confirmed: true })
    const phone = tools(() => ({ kind: 'known', entry: repeated }))
    expect((await takeInCodes(['A-1'], phone)).issues).toEqual([
      { kind: 'already_scanned', code: 'A-1', entry: repeated },
    ])
  })

  it.each([
    { state: 'captured', confirmed: true },
    { state: 'credited' },
    { state: 'pending' },
    { state: 'refused', reason: 'expired' },
    { state: 'stuck' },
  ] as const)('reports that a scan already exists: $state', async (part) => {
    const known = entry('A-1', part)
    const phone = tools(() => ({ kind: 'known', entry: known }))
    expect(await takeInCodes(['A-1'], phone)).toEqual({
      savedIds: [],
      unstored: [],
      issues: [{ kind: 'already_scanned', code: 'A-1', entry: known }],
    })
  })

  it.each(['quota', 'private', 'unavailable'] as const)(
    'never shows a scan as saved that storage refused: %s',
    async (cause) => {
      const phone = tools(() => ({ kind: 'failed', cause }))
      expect(await takeInCodes(['A-1'], phone)).toEqual({
        savedIds: [],
        unstored: [],
        issues: [{ kind: 'not_saved', code: 'A-1', cause }],
      })
    },
  )

  it('saves a suspicious code if the member confirms it', async () => {
    const phone = tools()
    expect(await saveCode('https://example.com', phone)).toEqual({
      savedIds: ['id of https://example.com'],
      unstored: [],
      issues: [],
    })
  })
})

it('joins the outcomes of several readings and drops an issue once it is resolved', () => {
  const one = { savedIds: ['a'], unstored: [], issues: [{ kind: 'suspicious', code: 'x', suspicion: 'wifi' } as const] }
  const other = {
    savedIds: ['a', 'b'],
    unstored: [],
    issues: [{ kind: 'not_saved', code: 'y', cause: 'quota' } as const],
  }
  expect(mergeIntake(one, other)).toEqual({
    savedIds: ['a', 'b'],
    unstored: [],
    issues: [...one.issues, ...other.issues],
  })
  expect(withoutIssues(mergeIntake(one, other), 'x')).toEqual({
    savedIds: ['a', 'b'],
    unstored: [],
    issues: other.issues,
  })
  expect(withoutIssues(emptyIntake, 'x')).toEqual(emptyIntake)
})

/** An outbox in which replacing a scan has this outcome. */
function phoneWithRefused(change: Awaited<ReturnType<Outbox['replace']>>) {
  const phone = tools()
  return { ...phone, outbox: { ...phone.outbox, replace: () => Promise.resolve(change) } }
}

describe('sending a refused scan again', () => {
  const refused = entry('A-1', { state: 'refused', reason: 'not_found' })

  it('continues with the new scan', async () => {
    const phone = phoneWithRefused({ kind: 'done', entry: entry('A-1', { id: 'a new scan' }) })
    expect(await resubmit(refused, phone)).toEqual({ savedIds: ['a new scan'], unstored: [], issues: [] })
    expect(phone.added).toEqual([])
  })

  it('reports a storage failure, and adds nothing', async () => {
    const phone = phoneWithRefused({ kind: 'failed', cause: 'quota' })
    expect(await resubmit(refused, phone)).toEqual({
      savedIds: [],
      unstored: [],
      issues: [{ kind: 'not_saved', code: 'A-1', cause: 'quota' }],
    })
    expect(phone.added).toEqual([])
  })

  it('takes the code in as it is now if another tab has removed or changed the scan', async () => {
    const phone = phoneWithRefused({ kind: 'missing' })
    expect(await resubmit(refused, phone)).toEqual({ savedIds: ['id of A-1'], unstored: [], issues: [] })
  })
})
