import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import type { Form } from '#contract/registration/formTypes.ts'
import { FormValues } from '#contract/registration/profileMapper.ts'
import { steps } from '#contract/registration/registration.ts'
import { deleteOthersRows, draftPrefix, onDrafts } from '#src/session/leave.ts'
import { rememberedMember } from '#src/session/member.ts'

/**
 * What a member has filled in and not sent yet, by the form. It survives a reload and a killed browser, belongs to the
 * member who typed it, and ends with the session. A form works without it where storage fails. The stored format; files
 * are never in it.
 */
export const Draft = v.object({
  version: v.literal(1),
  values: FormValues,
  /** The step that was shown last. */
  step: v.picklist(steps),
  /** By this device's clock, in milliseconds since 1970. */
  savedAt: v.number(),
  /**
   * The last attempt to send: what was said under which `Idempotency-Key`, and since when, as `savedAt`. An older
   * version of the app has stored no time.
   */
  attempt: v.nullable(v.object({ key: v.string(), said: v.string(), at: v.optional(v.number(), 0) })),
  /** The form in a tab that has saved it last. */
  writer: v.string(),
  /** Whether a student card was chosen, which has to be chosen again. */
  hadCard: v.optional(v.boolean()),
})
export type Draft = v.InferOutput<typeof Draft>

/**
 * The draft that this device keeps for a member's form; null if there is none, or one that this version cannot read.
 */
export async function openDraft(memberId: string, form: Form): Promise<Draft | null> {
  const parsed = v.safeParse(Draft, await readDraft(memberId, form))
  return parsed.success ? parsed.output : null
}

/** A draft that a newer version of the app has stored, which this one cannot read, and must not replace. */
const NewerDraft = v.object({ version: v.pipe(v.number(), v.gtValue(1)) })

/**
 * Whether this device has taken a draft.
 *
 * - elsewhere: the same form has saved another one since, in another tab, which stays.
 * - unsaved: this device keeps none.
 */
export type DraftState = 'saved' | 'elsewhere' | 'unsaved'

/** Who saves a draft, and over what. */
export interface DraftWriter {
  /** Names the form in this tab. */
  writer: string
  /**
   * When the draft that it began with was saved; null without one. What another tab has saved since is not replaced.
   */
  since: number | null
  /** Replaces it all the same, as the person wants. */
  isReplacing?: boolean
}

/** Keeps a draft of a form in a tab. */
export async function saveDraft(
  memberId: string,
  form: Form,
  draft: Omit<Draft, 'version' | 'savedAt' | 'writer'>,
  { writer, since, isReplacing = false }: DraftWriter,
): Promise<DraftState> {
  let isElsewhere = false
  const isSaved = await keepDraft(memberId, form, {
    draft: { ...draft, writer, version: 1, savedAt: Date.now() } satisfies Draft,
    mayReplace: (stored) => {
      if (v.is(NewerDraft, stored)) return false
      isElsewhere = !isReplacing && v.is(Draft, stored) && stored.writer !== writer && stored.savedAt !== since
      return !isElsewhere
    },
  })
  return isSaved ? 'saved' : isElsewhere ? 'elsewhere' : 'unsaved'
}

/**
 * Deletes the draft of a form, after its submission or because the member starts again: whoever has written it, or only
 * that of one writer. Resolves where storage fails, too: the draft then stays.
 */
export function discardDraft(memberId: string, form: Form, writtenBy?: string): Promise<void> {
  const key = draftPrefix(memberId) + form
  return onDrafts(
    'readwrite',
    async (rows) => {
      const stored = v.safeParse(Draft, await promisifyRequest<unknown>(rows.get(key)))
      if (writtenBy !== undefined && stored.success && stored.output.writer !== writtenBy) return
      await promisifyRequest(rows.delete(key))
    },
    undefined,
  )
}

/** The draft of a form, not validated; undefined if there is none. Deletes those of other members. */
export function readDraft(memberId: string, form: string): Promise<unknown> {
  return onDrafts<unknown>(
    'readwrite',
    async (rows) => {
      await deleteOthersRows(rows, memberId)
      return await promisifyRequest<unknown>(rows.get(draftPrefix(memberId) + form))
    },
    undefined,
  )
}

/**
 * Keeps a draft of the signed-in member. Resolves to whether storage has taken it.
 *
 * @param mayReplace whether what is stored may be replaced, such as not by an older version of the app
 */
export async function keepDraft(
  memberId: string,
  form: string,
  { draft, mayReplace }: { draft: unknown; mayReplace: (stored: unknown) => boolean },
): Promise<boolean> {
  return await onDrafts(
    'readwrite',
    async (rows) => {
      // A sign-out may have come since it was typed.
      if (rememberedMember()?.id !== memberId) return false
      const key = draftPrefix(memberId) + form
      if (!mayReplace(await promisifyRequest<unknown>(rows.get(key)))) return false
      await promisifyRequest(rows.put(draft, key))
      return true
    },
    false,
  )
}

/** How long what is said again is the same attempt, in milliseconds: the profile may have changed elsewhere since. */
const maxAttemptMs = 24 * 60 * 60 * 1000

/**
 * The key for what is said now: for a day the same as before if it is the same, so that a lost answer does not send it
 * twice. Later the answer under that key would tell of a profile that may be another one by now.
 */
export function attemptOf(said: string, last: Draft['attempt'], now = Date.now()): NonNullable<Draft['attempt']> {
  const isSame = last?.said === said && Math.abs(now - last.at) < maxAttemptMs
  return isSame ? last : { key: crypto.randomUUID(), said, at: now }
}
