import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import type { KeyedEndpoint, RequestOf } from '#contract/endpoint.ts'
import type { KeyedCallFailure } from '#src/api/callFailure.ts'
import { type AskedCall, type CallEntry, codeOfCall, isUnanswered } from '#src/outbox/callEntry.ts'
import type { StoreFailure } from '#src/outbox/outbox.ts'
import { askClub } from '#src/outbox/page/askClub.ts'
import { scanOutbox, useScans } from '#src/outbox/page/scanOutbox.ts'
import { sendingPause } from '#src/outbox/page/scheduler.ts'
import { toldHere } from '#src/outbox/page/toldHere.ts'
import { useIsHere } from '#src/platform/useIsHere.ts'
import type { clubClient } from '#src/session/clubClient.ts'
import { announceSignInNeeded } from '#src/session/renewal.ts'

/** A request under its `Idempotency-Key`: however often it is sent, it is done once. */
export interface Attempt<Request> {
  key: string
  request: Request
}

/** A request under a key of its own. */
export function newAttempt<Request>(request: Request): Attempt<Request> {
  return { key: crypto.randomUUID(), request }
}

/**
 * What keeps an attempt from its end.
 *
 * - unanswered: its answer is missing. It may have been done or not. `said`: the club's own words about that.
 * - too_many: the club has not looked at it, and asks to wait.
 * - not_stored: this device could not store it, and nothing was sent.
 * - other_waits: what was asked for before, by another version of the app, has no answer yet.
 * - unread: it is stored, and this device's storage does not say what became of it.
 */
export type Hindrance =
  | { kind: 'unanswered'; said?: string | undefined }
  | Exclude<KeyedCallFailure, { kind: 'refused' | 'unanswered' }>
  | { kind: 'not_stored'; cause: StoreFailure }
  | { kind: 'other_waits' }
  | { kind: 'unread' }

/**
 * Where a page is with its attempt. `attempt`: the one that it asks about, if any.
 *
 * - idle: whoever is at the page decides what is sent. `hindrance`: what came of it before.
 * - sending: it is being stored and sent. `isFirst`: nobody has reason yet to think that its answer is missing.
 * - answered: what follows is on its way.
 */
type Stage<Request> =
  | { kind: 'idle'; attempt: Attempt<Request> | null; hindrance: Hindrance | null }
  | { kind: 'sending'; attempt: Attempt<Request>; isFirst: boolean }
  | { kind: 'answered'; attempt: Attempt<Request> | null }

type Called<E extends KeyedEndpoint> = Awaited<ReturnType<typeof clubClient.call<E>>>

/** What became of an attempt, in the words of its feature. */
interface KnownOutcome {
  kind: string
}

/** What leaves an attempt as it was. */
type Unsettled = Exclude<KeyedCallFailure, { kind: 'refused' }>

interface AttemptOptions<E extends KeyedEndpoint, Known extends KnownOutcome> extends Pick<
  AskedCall,
  'memberId' | 'call' | 'subject' | 'about'
> {
  /** The endpoint of the call. */
  endpoint: E
  outcomeOf: (answer: Called<E>) => Known | Unsettled
  /** Opened at once. */
  begun?: Attempt<RequestOf<E>> | null
  /**
   * What follows from a known outcome. `forget` says that the member knows: only for who is still on the page. Whoever
   * has left it is told elsewhere (`chrome/calls`). Resolves to what the page asks then, if it stays.
   */
  onOutcome: (
    outcome: Known,
    attempt: Attempt<RequestOf<E>>,
    forget: () => void,
  ) => Promise<Attempt<RequestOf<E>> | null | undefined>
}

export interface KeyedAttempt<Request> {
  /** The attempt that the page asks about (`AttemptPopups`), or null. */
  opened: Attempt<Request> | null
  /**
   * The attempt whose answer is missing, or null. Until it has one, no other is opened: it could be done a second time.
   */
  unanswered: Attempt<Request> | null
  /** A request is on its way, or its answer leads on. */
  busy: boolean
  hindrance: Hindrance | null
  /** Asks about an attempt, or about the one whose answer is missing. */
  open: (attempt: Attempt<Request>) => void
  close: () => void
  /** Sends an attempt, or finds out what became of it. */
  send: (attempt: Attempt<Request>) => void
}

/**
 * A call with an `Idempotency-Key` on its way. It is a row of the outbox, which sends it until it is answered, also
 * after this page is closed: here are what the page asks, and what follows from the answer.
 */
export function useKeyedAttempt<E extends KeyedEndpoint, Known extends KnownOutcome>({
  endpoint,
  memberId,
  call,
  subject,
  about,
  begun = null,
  outcomeOf,
  onOutcome,
}: AttemptOptions<E, Known>): KeyedAttempt<RequestOf<E>> {
  type Request = RequestOf<E>
  const [stage, setStage] = useState(() => idle(begun))
  /**
   * The key of the row that this page follows to its end: the one that was there when it was opened, then what it sent
   * last. Undefined while that is not known.
   */
  const [followed, setFollowed] = useState<string | null | undefined>(undefined)
  /** The answer that was taken last: its row may be there for a moment more. */
  const settled = useRef('')
  const { status, calls } = useScans(memberId)
  const isMeant = ({ code, state, request }: CallEntry) =>
    code === codeOfCall(call, subject) && state !== 'lapsed' && v.is(endpoint.request, request)
  const row = calls.find(isMeant) ?? null
  // As it was sent: the same key takes no other.
  const attemptOf = ({ id, request }: CallEntry) => ({ key: id, request: v.parse(sentTo(endpoint), request) })
  if (followed === undefined && status === 'ready') setFollowed(row?.id ?? null)

  // What another tab has just sent is that tab's to follow.
  const isFollowed = row !== null && row.id === followed
  const isFirstSend = stage.kind === 'sending' && stage.isFirst && stage.attempt.key === row?.id
  const isMissing =
    row !== null && !isKnown(endpoint, row) && !isFirstSend && (isFollowed || row.attempts > 0 || !isUnanswered(row))
  const unanswered = isMissing ? attemptOf(row) : null

  const isHere = useIsHere()

  const settle = async (answer: Called<E>, attempt: Attempt<Request>, forget: () => void) => {
    setStage((now) => ({ kind: 'answered', attempt: now.attempt }))
    const outcome = outcomeOf(answer)
    if (isUnsettled(outcome)) {
      forget()
      return setStage(idle(attempt, outcome))
    }
    const next = await onOutcome(outcome, attempt, forget)
    // A page that is about to be left stays as it is.
    return next === undefined ? undefined : setStage(idle(next))
  }
  const settleRow = (answered: CallEntry, attempt: Attempt<Request>) => {
    const answer = `${answered.id} ${answered.triedAt}`
    if (settled.current === answer) return
    settled.current = answer
    if (isHere.current) toldHere.add(answered.id)
    const forget = () => void scanOutbox.forgetTold(memberId, answered.id)
    void settle(answerOf(endpoint, answered), attempt, forget)
  }
  useEffect(() => {
    if (isFollowed && isKnown(endpoint, row)) settleRow(row, attemptOf(row))
  })

  const sendRow = async (attempt: Attempt<Request>) => {
    const asked = await askClub({ id: attempt.key, memberId, call, subject, about, request: attempt.request })
    // It may be answered by now, or closed.
    const end = (next: Stage<Request>) =>
      setStage((now) => (now.kind === 'sending' && now.attempt === attempt ? next : now))
    switch (asked.kind) {
      case 'not_stored':
      case 'unread':
        return end(idle(attempt, asked))
      case 'left':
      case 'told':
        return end(idle(null))
      case 'asked': {
        const { entry } = asked
        // What another version of the app has asked for, and this one cannot read, is sent and told first.
        if (entry.id !== attempt.key && !isMeant(entry)) return end(idle(attempt, { kind: 'other_waits' }))
        const same = entry.id === attempt.key ? attempt : attemptOf(entry)
        setFollowed(entry.id)
        if (sendingPause() === 'unauthorized') announceSignInNeeded()
        return isKnown(endpoint, entry) ? settleRow(entry, same) : end(idle(same, hindranceOf(entry)))
      }
    }
  }
  return {
    opened: stage.attempt,
    unanswered,
    busy: stage.kind !== 'idle',
    hindrance: stage.kind === 'idle' ? stage.hindrance : null,
    open: (attempt) => setStage(idle(unanswered ?? attempt)),
    close: () => setStage(idle(null)),
    send: (attempt) => {
      // Its answer may be there still: then it is told again.
      settled.current = ''
      setFollowed(attempt.key)
      setStage({ kind: 'sending', attempt, isFirst: row?.id !== attempt.key })
      void sendRow(attempt)
    },
  }
}

function idle<Request>(attempt: Attempt<Request> | null, hindrance: Hindrance | null = null): Stage<Request> {
  return { kind: 'idle', attempt, hindrance }
}

/** Takes a request that could be sent to an endpoint, and changes nothing of it. */
function sentTo<E extends KeyedEndpoint>({ request }: E) {
  return v.custom<RequestOf<E>>((sent) => v.is(request, sent))
}

/**
 * Whether this page knows what became of a call. Another version of the app may have stored an answer that this one
 * cannot read: it stays, says as little as none, and is told by a version that can.
 */
function isKnown({ answer: schema }: KeyedEndpoint, entry: CallEntry): boolean {
  return !isUnanswered(entry) && (entry.answer?.ok !== true || v.is(schema, entry.answer.data))
}

/** The stored answer, of one that is known. */
function answerOf<E extends KeyedEndpoint>({ answer: schema }: E, { answer }: CallEntry): Called<E> {
  if (answer?.ok === false) return answer
  const parsed = v.safeParse<E['answer']>(schema, answer?.data)
  return parsed.success ? { ok: true, data: parsed.output } : { ok: false, error: { kind: 'network' } }
}

/** What keeps a row from its answer: only a wait that a person notices is told. */
function hindranceOf({ nextAttemptAt, said }: CallEntry): Hindrance {
  const wait = nextAttemptAt - Date.now()
  return wait < 30_000 ? { kind: 'unanswered', said } : { kind: 'too_many', waitMinutes: Math.ceil(wait / 60_000) }
}

function isUnsettled(outcome: KnownOutcome | Unsettled): outcome is Unsettled {
  return outcome.kind === 'unanswered' || outcome.kind === 'too_many'
}
