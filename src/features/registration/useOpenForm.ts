import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Form } from '#contract/registration/formTypes.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { type Draft, openDraft } from './draft/draft.ts'
import { useSavedChoice } from './savedChoice.ts'

/**
 * The profile that a form begins with, and what this device keeps of an earlier visit; null while the device looks for
 * it.
 */
export interface OpenForm {
  profile: MemberProfile
  draft: Draft | null
}

/** The signed-in member's profile as it is known on this device, and renewed in the background. */
export function useProfile(): MemberProfile | null {
  const { data } = useQuery(memberQueries.me())
  return data?.user.member_profile ?? storedProfile()
}

/**
 * Opens a form for a member, and saves that this way to join was chosen. `opening` counts how often it was begun anew.
 */
export function useOpenForm(form: Form, profile: MemberProfile | null, opening: number): OpenForm | null {
  const [open, setOpen] = useState<(OpenForm & { opening: number }) | null>(null)
  const memberId = profile?.id
  useEffect(() => {
    const begin = storedProfile()
    if (begin === null || begin.id !== memberId) return undefined
    const visit = new AbortController()
    const find = async () => {
      const draft = await openDraft(begin.id, form)
      if (!visit.signal.aborted) setOpen({ profile: begin, draft, opening })
    }
    void find()
    return () => visit.abort()
  }, [form, memberId, opening])
  useSavedChoice(form, memberId)
  return open?.opening === opening && open.profile.id === memberId ? open : null
}
