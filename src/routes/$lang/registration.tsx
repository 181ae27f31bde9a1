import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { RegistrationEntryPage } from '#src/features/registration/RegistrationEntryPage.tsx'
import { TierChoicePage } from '#src/features/registration/TierChoicePage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/registration')({
  validateSearch: ({ step, form }: { step?: string; form?: string }): { step?: string | undefined; form?: 'red' } => ({
    step,
    ...(form === 'red' && { form }),
  }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardEntry(context),
  loader: loadRegistrationCatalog,
  component: Registration,
})

/** Guests say who they are; members who have signed in choose their tier. */
function Registration() {
  const member = useRememberedMember()
  const { form = 'free' } = Route.useSearch()
  return member ? <TierChoicePage memberId={member.id} /> : <RegistrationEntryPage form={form} />
}
