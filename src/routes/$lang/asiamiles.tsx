import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { ConversionPage } from '#src/features/miles/ConversionPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

// Not below `_member`, which would ask visitors to sign in.
export const Route = createFileRoute('/$lang/asiamiles')({
  beforeLoad: async (context) => (await import('#src/features/miles/guard.ts')).guardConversion(context),
  loader: loadMemberCatalog,
  staticData: { needsMember: true },
  component: AsiaMiles,
})

function AsiaMiles() {
  const member = useRememberedMember()
  return member && <ConversionPage key={member.id} member={member} />
}
