import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import type { OfferOf } from '../offers/offer.ts'
import { OldMembership } from './OldMembership.tsx'

/** Says to a guest that the old membership was found: it is linked to an account, so signing in comes next. */
export function FoundMemberPage({ offer, onStartAgain }: { offer: OfferOf<'existing'>; onStartAgain: () => void }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { claim, profile } = offer
  const email = v.is(Email, claim.email_or_mobile) ? claim.email_or_mobile : profile.email
  const state = { returnTo: `/${lang}/registration-existing`, ...(email !== null && { loginHint: email }) }
  return (
    <Page
      title={t`We’ve found your membership`}
      lead={<Trans>Next, create an account to link it to, or sign in if you already have one.</Trans>}
      narrow
    >
      <OldMembership offer={offer} onStartAgain={onStartAgain} />
      <ButtonRow>
        <LinkButton to="/login" state={{ ...state, loginIntent: 'join' }} variant="primary" size="large">
          <Trans>Create an account</Trans>
        </LinkButton>
        <LinkButton to="/login" state={state} size="large">
          <Trans>I already have an account</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
