import * as v from 'valibot'
import { FormValues } from '#contract/profileMapper.ts'
import { type Form, steps } from '#contract/registration.ts'
import { deleteDraft, keepDraft, readDraft } from '#src/auth/memberDrafts.ts'

/** What a member has filled in and not sent yet. The stored format; files are never in it. */
export const Draft = v.object({
  version: v.literal(1),
  values: FormValues,
  /** The step that was shown last. */
  step: v.picklist(steps),
  /** By this device's clock, in milliseconds since 1970. */
  savedAt: v.number(),
  /** The last attempt to send: what was said under which `Idempotency-Key`. */
  attempt: v.nullable(v.object({ key: v.string(), said: v.string() })),
  /** Whether a student card was chosen, which has to be chosen again. */
  hadCard: v.optional(v.boolean()),
})
export type Draft = v.InferOutput<typeof Draft>

/** The draft that this device keeps for a member's form; null if there is none, or one that this version cannot read. */
export async function openDraft(memberId: string, form: Form): Promise<Draft | null> {
  const parsed = v.safeParse(Draft, await readDraft(memberId, form))
  return parsed.success ? parsed.output : null
}

/** A draft that a newer version of the app has stored, which this one cannot read, and must not replace. */
const NewerDraft = v.object({ version: v.pipe(v.number(), v.gtValue(1)) })

/** Keeps a draft. Resolves to whether this device has taken it. */
export function saveDraft(memberId: string, form: Form, draft: Omit<Draft, 'version' | 'savedAt'>): Promise<boolean> {
  return keepDraft(memberId, form, {
    draft: { ...draft, version: 1, savedAt: Date.now() } satisfies Draft,
    mayReplace: (stored) => !v.is(NewerDraft, stored),
  })
}

export function discardDraft(memberId: string, form: Form): Promise<void> {
  return deleteDraft(memberId, form)
}

/** The key for what is said now: the same as before if it is the same, so that a lost answer does not send it twice. */
export function attemptOf(said: string, last: Draft['attempt']): NonNullable<Draft['attempt']> {
  return last?.said === said ? last : { key: crypto.randomUUID(), said }
}
