import { useState } from 'react'
import type { KeyedEndpoint, RequestOf } from '#contract/endpoint.ts'
import type { KeyedCallFailure } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import type { Attempt, AttemptStore } from './attempt.ts'

/** What leaves an attempt as it was: its answer is missing, or the club has not looked at it. */
type Unsettled = Exclude<KeyedCallFailure, { kind: 'refused' }>

/** What became of an attempt, in the words of its feature. */
interface KnownOutcome {
  kind: string
}

interface AttemptOptions<E extends KeyedEndpoint, Known extends KnownOutcome> {
  endpoint: E
  /** Keeps the attempt from when it is sent until its outcome is known. */
  store: AttemptStore<RequestOf<E>>
  outcomeOf: (answer: Awaited<ReturnType<typeof clubClient.call<E>>>) => Known | Unsettled
  /** Opened at once, unless the answer of another one is missing. */
  begun?: Attempt<RequestOf<E>> | null
  /**
   * What follows from a known outcome. `forget` drops the attempt from the store: only for who is still on the page.
   * Whoever has left it is told when they come back, because the same key gets the same answer. Resolves to what the
   * popup shows then, if the page stays.
   */
  onOutcome: (
    outcome: Known,
    attempt: Attempt<RequestOf<E>>,
    forget: () => void,
  ) => Promise<Attempt<RequestOf<E>> | null | undefined>
}

export interface KeyedAttempt<Request> {
  /** The attempt in the popup (`AttemptPopups`), or null. */
  opened: Attempt<Request> | null
  /**
   * The attempt whose answer is missing, or null. Until it has one, no other is opened: it could be done a second time.
   */
  unanswered: Attempt<Request> | null
  /** A request is on its way. */
  busy: boolean
  /** How long the server asks to wait, or null. */
  waitMinutes: number | null
  /** Opens the popup of an attempt, or of the one whose answer is missing. */
  open: (attempt: Attempt<Request>) => void
  close: () => void
  /** Sends an attempt, or finds out what became of it. */
  send: (attempt: Attempt<Request>) => void
}

/**
 * A call with an `Idempotency-Key` on its way: its popup, the request, and a lost answer, which the same key finds
 * again.
 */
export function useKeyedAttempt<E extends KeyedEndpoint, Known extends KnownOutcome>({
  endpoint,
  store,
  begun = null,
  outcomeOf,
  onOutcome,
}: AttemptOptions<E, Known>): KeyedAttempt<RequestOf<E>> {
  const [unanswered, setUnanswered] = useState(store.read)
  const [opened, setOpened] = useState(unanswered === null ? begun : null)
  const [waitMinutes, setWaitMinutes] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)

  const show = (attempt: Attempt<RequestOf<E>> | null, minutes: number | null = null) => {
    setOpened(attempt)
    setWaitMinutes(minutes)
  }
  const settle = async (attempt: Attempt<RequestOf<E>>, outcome: Known | Unsettled) => {
    if (!isUnsettled(outcome)) {
      const next = await onOutcome(outcome, attempt, store.drop)
      // A page that is about to be left stays as it is.
      if (next === undefined) return undefined
      setUnanswered(null)
      return show(next)
    }
    if (outcome.kind === 'too_many') {
      if (unanswered === null) store.drop()
      return show(attempt, outcome.waitMinutes)
    }
    setUnanswered(attempt)
    return show(attempt)
  }
  const send = async (attempt: Attempt<RequestOf<E>>) => {
    setBusy(true)
    store.keep(attempt)
    const { key, request } = attempt
    await settle(attempt, outcomeOf(await clubClient.call(endpoint, request, { idempotencyKey: key })))
    setBusy(false)
  }
  return {
    opened,
    unanswered,
    busy,
    waitMinutes,
    open: (attempt) => show(unanswered ?? attempt),
    close: () => show(null),
    send: (attempt) => void send(attempt),
  }
}

function isUnsettled(outcome: KnownOutcome | Unsettled): outcome is Unsettled {
  return outcome.kind === 'unanswered' || outcome.kind === 'too_many'
}
