import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'

/** The consent, with what it is given to. Both open in a new tab: the form stays where it is. */
export function AgreementLabel({ privacyPolicy }: { privacyPolicy: string | null }) {
  const lang = useLanguage()
  const terms = `/${lang}/terms-and-conditions`
  return privacyPolicy === null ? (
    <Trans>
      I’ve read and accept the privacy policy and the <ExternalLink href={terms}>terms and conditions</ExternalLink>.
    </Trans>
  ) : (
    <Trans>
      I’ve read and accept the <ExternalLink href={privacyPolicy}>privacy policy</ExternalLink> and the{' '}
      <ExternalLink href={terms}>terms and conditions</ExternalLink>.
    </Trans>
  )
}
