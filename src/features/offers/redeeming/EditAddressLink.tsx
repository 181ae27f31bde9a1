import type { ReactNode } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'

interface EditAddressLinkProps {
  /** The reward to come back to. */
  alias: string
  /** It is the main action of the popup. */
  isMain?: boolean
  onLeave: () => void
  children: ReactNode
}

/** To the profile, which leads back to the reward. */
export function EditAddressLink({ alias, isMain = false, onLeave, children }: EditAddressLinkProps) {
  const lang = useLanguage()
  return (
    <LinkButton
      to="/$lang/member-detail-edit"
      params={{ lang }}
      search={{ from: 'reward-detail', reward: alias }}
      variant={isMain ? 'primary' : 'secondary'}
      onClick={onLeave}
    >
      {children}
    </LinkButton>
  )
}
