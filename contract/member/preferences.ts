import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { preferredLanguages } from '#contract/language.ts'
import { Success } from '#contract/schemas/success.ts'

/** What is absent stays. This backend's own. */
export const updatePreferences = endpoint({
  summary: 'Changes the member’s preferences',
  method: 'POST',
  path: '/api/{product}/users/preferences',
  access: 'member',
  rate: { class: 'own-data' },
  request: v.object({
    preferred_lang: v.optional(v.picklist(preferredLanguages)),
    receive_email_promotion: v.optional(v.boolean()),
  }),
  answer: Success,
})
