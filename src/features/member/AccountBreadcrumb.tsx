import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { Breadcrumb } from '#src/ui/layout/Breadcrumb.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'

/** The way back to the account from one of its pages. */
export function AccountBreadcrumb({ current }: { current: string }) {
  const lang = useLanguage()
  const account = (
    <TextLink to="/$lang/member-detail" params={{ lang }}>
      <Trans>My account</Trans>
    </TextLink>
  )
  return <Breadcrumb links={[{ key: 'account', link: account }]} current={current} />
}
