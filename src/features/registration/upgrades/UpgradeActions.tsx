import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'

/** The ways on where an upgrade gives nothing; the last is to ask us. */
export function UpgradeActions({ children }: { children?: ReactNode }) {
  const lang = useLanguage()
  return (
    <ButtonRow>
      {children}
      <LinkButton to="/$lang/contact-us" params={{ lang }} size="large">
        <Trans>Contact us</Trans>
      </LinkButton>
    </ButtonRow>
  )
}
