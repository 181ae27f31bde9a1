import { Trans, useLingui } from '@lingui/react/macro'
import type { Receipt } from '#contract/member/receipts.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { KeptTickets } from '#src/features/scan/visitor/KeptTickets.tsx'
import { VerifyEmailNotice } from '#src/features/signIn/VerifyEmailNotice.tsx'
import { Paid } from '../payment/Paid.tsx'

/** After the payment of an application to the young audience scheme: what happens next. */
export function YouthReceivedPage({ member, receipt }: { member: RememberedMember; receipt: Receipt }) {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page
      title={t`We’ve received your application`}
      lead={<Trans>Your payment is confirmed. We’ll look at your application next.</Trans>}
      narrow
    >
      <p>
        <Trans>
          We’ll email you at {member.email} as soon as we’ve decided. Your account shows where your application stands.
        </Trans>
      </p>
      <Card>
        <DefinitionList rows={[{ term: t`Paid`, value: <Paid receipt={receipt} /> }]} />
      </Card>
      <KeptTickets memberId={member.id} />
      {!member.emailVerified && (
        <VerifyEmailNotice>
          <Trans>A verified address lets you earn points and redeem rewards.</Trans>
        </VerifyEmailNotice>
      )}
      <ButtonRow>
        <LinkButton to="/$lang/member-detail" params={{ lang }} variant="primary" size="large">
          <Trans>Go to your account</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
