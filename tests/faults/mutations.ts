/** Replaces a text that occurs exactly once in the file. */
export interface Edit {
  file: string
  find: string
  put: string
}

/** A likely mistake in the outbox, and the test that must fail with it. */
export interface Mutation {
  name: string
  edits: readonly Edit[]
  /** A test file below the project's folder. */
  noticedBy: string
}

const model = 'tests/outbox/model.test.ts'
const sender = 'tests/outbox/sender.test.ts'
const backoff = 'tests/outbox/senderBackoff.test.ts'
const lock = 'tests/outbox/senderConcurrency.test.ts'
const sending = 'tests/outbox/sending.test.ts'
const storage = 'tests/outbox/storage.test.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'the row is deleted before the response arrives, and restored with it',
    edits: [
      {
        file: 'src/outbox/sendEntry.ts',
        find: 'const { call, result } = await callServer(entry, credentials, dependencies)',
        put: `await dependencies.outbox.change(entry.id, () => 'remove')
  const { call, result } = await callServer(entry, credentials, dependencies)`,
      },
      {
        file: 'src/outbox/sendEntry.ts',
        find: "if (outcome.kind === 'missing' && verdict.kind === 'claimed') {",
        put: "if (outcome.kind === 'missing') {",
      },
    ],
    noticedBy: model,
  },
  {
    name: 'writes use relaxed durability',
    edits: [{ file: 'src/storage/durableStore.ts', find: "durability: 'strict'", put: "durability: 'relaxed'" }],
    noticedBy: model,
  },
  {
    name: 'a scan is shown as saved before its transaction is complete',
    edits: [
      { file: 'src/storage/durableStore.ts', find: '  await completion\n  return result', put: '  return result' },
      { file: 'src/storage/durableStore.ts', find: '    await completion\n    throw error', put: '    throw error' },
    ],
    noticedBy: model,
  },
  {
    name: 'every tab sends at once',
    edits: [
      {
        file: 'src/outbox/sender.ts',
        find: 'const result = await lock(sendAll)',
        put: "const result = { kind: 'done', value: await sendAll(() => true) }",
      },
    ],
    noticedBy: model,
  },
  {
    name: 'a sender whose lock was stolen continues',
    edits: [{ file: 'src/outbox/sender.ts', find: "if (!holdsLock()) return { kind: 'busy' }", put: '' }],
    noticedBy: lock,
  },
  {
    name: '401 is final for a scan',
    edits: [
      {
        file: 'src/outbox/verdicts.ts',
        find: "if (status === 401) return { kind: 'unauthorized' }",
        put: "if (status === 401) return { kind: 'refused', reason: 'invalid', ticket: null }",
      },
    ],
    noticedBy: model,
  },
  {
    name: 'a ticket is claimed before the server has found it',
    edits: [
      {
        file: 'src/outbox/sendEntry.ts',
        find: "if (entry.state === 'scanned' && entry.ticket) {",
        put: 'if (entry.confirmed) {',
      },
      {
        file: 'src/outbox/sendEntry.ts',
        find: '{ ticket_info: entry.ticket }',
        put: "{ ticket_info: entry.ticket ?? { ticket_no: entry.code.replace('code', 'ticket') } }",
      },
    ],
    noticedBy: model,
  },
  {
    name: 'a ticket is claimed before the member has confirmed it',
    edits: [
      {
        file: 'src/outbox/entry.ts',
        find: "if (entry.state === 'scanned' && entry.confirmed)",
        put: "if (entry.state === 'scanned')",
      },
    ],
    noticedBy: model,
  },
  {
    name: 'the token is read once',
    edits: [
      {
        file: 'src/outbox/sender.ts',
        find: 'const credentials = await readCredentials()',
        put: 'const credentials = (known ??= await readCredentials())',
      },
      {
        file: 'src/outbox/sender.ts',
        find: 'const failedIds = new Set<string>()',
        put: 'const failedIds = new Set<string>()\n    let known',
      },
    ],
    noticedBy: model,
  },
  {
    name: "every member's scans are sent as the signed-in member",
    edits: [
      { file: 'src/outbox/rows.ts', find: 'row.memberId !== memberId) continue', put: "row.memberId === '') continue" },
    ],
    noticedBy: model,
  },
  {
    name: 'a retry drops the row',
    edits: [
      {
        file: 'src/outbox/sendEntry.ts',
        find: '(isStillMeant(entry, current, verdict) ? after(current) : current),',
        put: "(verdict.kind === 'later' ? 'remove' : after(current)),",
      },
    ],
    noticedBy: model,
  },
  {
    name: 'each attempt has its own key',
    edits: [
      {
        file: 'src/outbox/sendEntry.ts',
        find: 'idempotencyKey: entry.id',
        put: 'idempotencyKey: crypto.randomUUID()',
      },
    ],
    noticedBy: model,
  },
  {
    name: 'the response overwrites a change by the member',
    edits: [
      {
        file: 'src/outbox/sendEntry.ts',
        find: 'isStillMeant(entry, current, verdict) ? after(current) : current',
        put: 'isStillMeant(entry, current, verdict) ? after(entry) : current',
      },
    ],
    noticedBy: model,
  },
  {
    name: 'looking for a code and adding it are two transactions',
    edits: [
      {
        file: 'src/outbox/outbox.ts',
        find: "store('readwrite', (rows) => addRow(rows, entry))",
        put: `store('readonly', (rows) => readRows(rows, memberId)).then(({ entries }) => {
        const known = entries.find((other) => other.code === code)
        return known ? { kind: 'done', entry: known } : store('readwrite', (rows) => addRow(rows, entry, true))
      })`,
      },
      {
        file: 'src/outbox/rows.ts',
        find: "entry: ScanEntry): Promise<{ kind: 'done'; entry: ScanEntry }> {",
        put: 'entry: ScanEntry, surely = false) {',
      },
      {
        file: 'src/outbox/rows.ts',
        find: 'const known = entries.find(({ code }) => code === entry.code)',
        put: 'const known = surely ? undefined : entries.find(({ code }) => code === entry.code)',
      },
    ],
    noticedBy: model,
  },
  {
    name: 'a delay survives a clock change',
    edits: [
      {
        file: 'src/outbox/backoff.ts',
        find: 'if (triedAt === undefined || triedAt > now) return now',
        put: '',
      },
    ],
    noticedBy: model,
  },
  {
    name: 'a request to send during a send is lost',
    edits: [{ file: 'src/sync/sending.ts', find: 'requestedAgain = true', put: '' }],
    noticedBy: sending,
  },
  {
    name: 'a trigger during a hold is dropped',
    edits: [
      {
        file: 'src/outbox/sender.ts',
        find: 'return idle(unsent, connection.hold())',
        put: 'return idle(unsent, connection.delay())',
      },
    ],
    noticedBy: sending,
  },
  {
    name: 'one failed scan ends the run',
    edits: [
      {
        file: 'src/outbox/sender.ts',
        find: '          failedIds.add(entry.id)\n          break',
        put: '          return idle(unsent, 0)',
      },
    ],
    noticedBy: sender,
  },
  {
    name: 'a dead connection is tried once for every scan',
    edits: [
      {
        file: 'src/outbox/sender.ts',
        find: '          connection.fail(verdict.retryAfterMs)\n          return idle(unsent, connection.delay())',
        put: '          failedIds.add(entry.id)\n          continue',
      },
    ],
    noticedBy: sender,
  },
  {
    name: 'Retry-After is ignored',
    edits: [
      {
        file: 'src/outbox/backoff.ts',
        find: 'return Math.max(random() * cap, Math.min(retryAfterMs ?? 0, maxRetryAfterMs))',
        put: 'return random() * cap',
      },
    ],
    noticedBy: backoff,
  },
  {
    name: 'a lost connection stays lost',
    edits: [{ file: 'src/storage/durableStore.ts', find: 'const maxReopens = 3', put: 'const maxReopens = 0' }],
    noticedBy: storage,
  },
  {
    name: 'a redirect is followed with the token',
    edits: [{ file: 'src/api/client.ts', find: "redirect: 'error'", put: "redirect: 'follow'" }],
    noticedBy: 'src/api/client.test.ts',
  },
  {
    name: "a claim of the member's own is shown as refused after a retry",
    edits: [
      {
        file: 'src/outbox/verdicts.ts',
        find: "if (!ticket) return { kind: 'refused', reason: status, ticket }",
        put: "return { kind: 'refused', reason: status, ticket }",
      },
    ],
    noticedBy: model,
  },
  {
    name: 'a claim is sent without the key of its scan',
    edits: [
      {
        file: 'src/outbox/sendEntry.ts',
        find: 'client.call(verifyTicket, { ticket_info: entry.ticket }, options)',
        put: "client.call(verifyTicket, { ticket_info: entry.ticket }, { ...options, idempotencyKey: '' })",
      },
    ],
    noticedBy: model,
  },
  {
    name: 'a tab never sends again after a 401',
    edits: [
      {
        file: 'src/sync/sending.ts',
        find: "waitMs: advice.waitMs, pause: advice.ask ? 'unauthorized' : null",
        put: "waitMs: null, pause: advice.ask ? 'unauthorized' : null",
      },
    ],
    noticedBy: sending,
  },
  {
    name: 'a server that asks for a long pause is not called again on a trigger',
    edits: [
      {
        file: 'src/outbox/connectionBackoff.ts',
        find: 'const maxHoldMs = 5 * 60 * 1000',
        put: 'const maxHoldMs = Infinity',
      },
    ],
    noticedBy: backoff,
  },
  {
    name: "a captive portal's answers park a scan",
    edits: [
      {
        file: 'src/outbox/verdicts.ts',
        find: "const foreign: Verdict = { kind: 'disturbed', serverError: false, retryAfterMs: null }",
        put: "const foreign: Verdict = { kind: 'rejected' }",
      },
    ],
    noticedBy: sending,
  },
  {
    name: 'a stuck scan is never tried again',
    edits: [
      { file: 'src/outbox/entry.ts', find: "if (entry.state !== 'stuck') return null", put: 'if (entry) return null' },
    ],
    noticedBy: model,
  },
  {
    name: 'time-outs do not grow',
    edits: [{ file: 'src/outbox/connectionBackoff.ts', find: 'timeouts += 1', put: '' }],
    noticedBy: sending,
  },
]
