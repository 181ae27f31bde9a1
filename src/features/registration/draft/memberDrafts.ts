import { promisifyRequest } from 'idb-keyval'
import { rememberedMember } from '#src/session/member.ts'
import { deleteOthersRows, draftPrefix, onDrafts } from '#src/session/leave.ts'

// What a member has begun to fill in and not sent yet, by the name of the form. It survives a reload and a killed
// browser, belongs to the member who typed it, and ends with the session. A form works without it where storage fails.

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

/** Deletes a draft, whoever has written it. Resolves where storage fails, too: the draft then stays. */
export function deleteDraft(memberId: string, form: string): Promise<void> {
  return onDrafts('readwrite', (rows) => promisifyRequest(rows.delete(draftPrefix(memberId) + form)), undefined)
}
