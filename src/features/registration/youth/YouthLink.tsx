import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'

/** The way to the young audience scheme, for whoever looks for it among the memberships. */
export function YouthLink() {
  const lang = useLanguage()
  return (
    <p>
      <Trans>
        Are you a student?{' '}
        <TextLink to="/$lang/registration-ya" params={{ lang }}>
          Apply to the Young Audience Scheme
        </TextLink>
      </Trans>
    </p>
  )
}
