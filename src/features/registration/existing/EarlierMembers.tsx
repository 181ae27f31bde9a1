import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'

/** The way for those who have a member number from before. */
export function EarlierMembers() {
  const lang = useLanguage()
  return (
    <p>
      <Trans>
        Do you already have a member number?{' '}
        <TextLink to="/$lang/registration-existing" params={{ lang }}>
          Link your earlier membership
        </TextLink>
      </Trans>
    </p>
  )
}
