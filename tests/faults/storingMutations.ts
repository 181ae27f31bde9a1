import type { Mutation } from './mutation.ts'

const model = 'tests/outbox/model.test.ts'
const storage = 'tests/outbox/storage.test.ts'

/** Mistakes in how scans are stored and changed, and in what is sent of them. */
export const storingMutations: readonly Mutation[] = [
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
    name: 'a ticket is claimed before the server has found it',
    edits: [
      {
        file: 'src/outbox/sendEntry.ts',
        find: "if (entry.ticket && nextCall(entry) === 'verify-ticket') {",
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
        find: "return confirmed ? 'verify-ticket' : null",
        put: "return 'verify-ticket'",
      },
    ],
    noticedBy: model,
  },
  {
    name: "every member's scans are sent as the signed-in member",
    edits: [
      {
        file: 'src/outbox/outbox.ts',
        find: 'unsent.filter((entry) => entry.memberId === memberId)',
        put: "unsent.filter((entry) => entry.memberId !== '')",
      },
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
        find: "inTable('readwrite', (table) => addRow(table, entry))",
        put: `inTable('readonly', (table) => readRows(table, memberId)).then(({ entries }) => {
        const known = entries.find((other) => other.code === code)
        return known ? { kind: 'done', entry: known } : inTable('readwrite', (table) => addRow(table, entry, true))
      })`,
      },
      {
        file: 'src/outbox/rows.ts',
        find: "entry: ScanEntry): Promise<{ kind: 'done'; entry: ScanEntry }> {",
        put: 'entry: ScanEntry, surely = false) {',
      },
      {
        file: 'src/outbox/rows.ts',
        find: 'const known = await findByCode(table, entry)',
        put: 'const known = surely ? undefined : await findByCode(table, entry)',
      },
    ],
    noticedBy: model,
  },
  {
    name: 'a lost connection stays lost',
    edits: [{ file: 'src/storage/durableStore.ts', find: 'const maxReopens = 3', put: 'const maxReopens = 0' }],
    noticedBy: storage,
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
    name: 'a stuck scan is never tried again',
    edits: [
      {
        file: 'src/outbox/entry.ts',
        find: 'if (isFinal({ state })) return null',
        put: "if (isFinal({ state }) || state === 'stuck') return null",
      },
    ],
    noticedBy: model,
  },
  {
    name: '"send it again" is two transactions',
    edits: [
      {
        file: 'src/outbox/outbox.ts',
        find: "inTable('readwrite', (table) => replaceRow(table, id, fresh))",
        put: `inTable('readwrite', (table) => readRow(table, id)).then(async (old) => {
        await inTable('readwrite', (table) => promisifyRequest(table.rows.delete(id)))
        return inTable('readwrite', (table) => addRow(table, { ...old, ...capturedEntry({ ...fresh, code: old.code }) }))
      })`,
      },
      {
        file: 'src/outbox/outbox.ts',
        find: "import type { UseStore } from 'idb-keyval'",
        put: "import { promisifyRequest } from 'idb-keyval'",
      },
    ],
    noticedBy: 'tests/outbox/replacedRows.test.ts',
  },
  {
    name: 'a write of the session fails unnoticed',
    edits: [
      {
        file: 'src/session/sessionLifecycle.ts',
        find: "if (written.kind === 'failed') return 'storage'",
        put: 'void written',
      },
    ],
    noticedBy: 'tests/outbox/session.test.ts',
  },
  {
    name: "scans are sent as the sender's member, whoever the page shows",
    edits: [
      {
        file: 'src/session/sessionLifecycle.ts',
        find: 'credentials !== null && credentials.memberId === rememberedMember()?.id ? credentials : null',
        put: 'credentials',
      },
    ],
    noticedBy: 'tests/outbox/session.test.ts',
  },
]
