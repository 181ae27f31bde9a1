import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

interface VerifyEmailNoticeProps {
  /** Nothing goes on here before. */
  isFirst?: boolean
  /** What the member can do then. */
  children: ReactNode
}

/** Asks a member to verify the email address. */
export function VerifyEmailNotice({ isFirst = false, children }: VerifyEmailNoticeProps) {
  const lang = useLanguage()
  const title = isFirst ? <Trans>Verify your email address first</Trans> : <Trans>Verify your email address</Trans>
  return (
    <Notice tone="warning" title={title}>
      <p>{children}</p>
      <LinkButton to="/$lang/email-verification" params={{ lang }}>
        <Trans>Verify my email</Trans>
      </LinkButton>
    </Notice>
  )
}
