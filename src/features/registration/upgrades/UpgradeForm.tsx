import { useRememberedMember } from '#src/session/member.ts'
import type { JoiningFlow } from '../flows.ts'
import { JoiningForm } from '../JoiningForm.tsx'
import type { TokenKind, TokenUpgrade } from './upgrade.ts'
import { UpgradePage } from './UpgradePage.tsx'

interface UpgradeFormProps {
  kind: TokenKind
  flow: JoiningFlow
  /** What this tab keeps of the link. */
  upgrade: TokenUpgrade | null
  /** The step in the address, not checked. */
  step: string | undefined
}

/** The page of a link with a token: the upgrade, and for a member the form that redeems it. */
export function UpgradeForm({ kind, flow, upgrade, step }: UpgradeFormProps) {
  const member = useRememberedMember()
  return (
    <UpgradePage key={upgrade?.token} kind={kind} upgrade={upgrade} member={member}>
      <JoiningForm flow={flow} step={step} />
    </UpgradePage>
  )
}
