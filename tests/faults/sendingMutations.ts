import type { Mutation } from './mutation.ts'

const model = 'tests/outbox/model.test.ts'
const sender = 'tests/outbox/sender.test.ts'
const backoff = 'tests/outbox/senderBackoff.test.ts'
const lock = 'tests/outbox/senderConcurrency.test.ts'
const sending = 'tests/outbox/sending.test.ts'

/** Mistakes in when and what is sent, and in what an answer means. */
export const sendingMutations: readonly Mutation[] = [
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
    noticedBy: sender,
  },
  {
    name: 'a delay survives a clock change',
    edits: [
      {
        file: 'src/outbox/backoff.ts',
        find: 'triedAt === undefined || triedAt > now ? now : nextAttemptAt',
        put: 'triedAt === undefined ? now : nextAttemptAt',
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
    name: 'time-outs do not grow',
    edits: [{ file: 'src/outbox/connectionBackoff.ts', find: 'timeouts += 1', put: '' }],
    noticedBy: sending,
  },
]
