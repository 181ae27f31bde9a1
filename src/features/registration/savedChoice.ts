import { useEffect } from 'react'
import type { Form } from '#contract/registration/formTypes.ts'
import { saveChosenRegistrationForm } from '#contract/registration/registration.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { storedProfile, storeProfile } from '#src/session/storedSession.ts'

/**
 * Saves that a member has chosen a way to join, until the profile is submitted. Without a network a later visit does,
 * or the submission.
 */
export function useSavedChoice(form: Form, memberId: string | undefined): void {
  useEffect(() => {
    if (memberId !== undefined) void saveChoice(form, memberId)
  }, [form, memberId])
}

/** Resolves to whether the server knows the choice, or needs none. */
export async function saveChoice(form: Form, memberId: string): Promise<boolean> {
  const profile = storedProfile()
  if (profile === null || profile.id !== memberId) return false
  const { is_submitted_profile: state } = profile
  if (form === 'edit' || state === 'submitted' || state === form) return true
  const saved = await clubClient.call(saveChosenRegistrationForm, { registration_form_type: form })
  if (saved.ok) storeProfile({ ...profile, is_submitted_profile: form })
  return saved.ok
}
