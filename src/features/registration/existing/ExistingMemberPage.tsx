import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { AccountChoice } from '../AccountChoice.tsx'
import { flows } from '../flows.ts'
import { forgetUpgrade, type UpgradeOf, storedOldMembership, storeUpgrade } from '../upgrades/upgrade.ts'
import { RegistrationFormPage } from '../RegistrationFormPage.tsx'
import { OldMemberPage } from './OldMemberPage.tsx'

interface ExistingMemberPageProps {
  /** The signed-in member's id; undefined for a visitor. */
  memberId: string | undefined
  /** The address or mobile number that was typed before. */
  emailOrMobile: string
  /** The upgrade code of the link that has opened the page; otherwise empty. */
  upgradeCode: string
  /** The step in the address, not checked. */
  wantedStep: string | undefined
}

/**
 * How an earlier member comes back: first who they were, then signing in, then the form. This tab keeps the old
 * membership until it is linked; another one asks for it again, and goes on with the form.
 */
export function ExistingMemberPage({ memberId, wantedStep, ...said }: ExistingMemberPageProps) {
  const [upgrade, setUpgrade] = useState(storedOldMembership)
  // Each is a page of its own, at the same address: it begins at the top.
  const show = (next: UpgradeOf<'existing'> | null) => {
    setUpgrade(next)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  const take = (found: UpgradeOf<'existing'>) => {
    storeUpgrade(found)
    show(found)
  }
  const startAgain = () => {
    forgetUpgrade('existing')
    show(null)
  }
  if (upgrade === null) return <OldMemberPage memberId={memberId} {...said} onFound={take} />
  if (memberId === undefined) return <FoundMemberPage upgrade={upgrade} onStartAgain={startAgain} />
  return (
    <RegistrationFormPage
      flow={flows.existing}
      wantedStep={wantedStep}
      upgrade={<OldMembership upgrade={upgrade} onStartAgain={startAgain} />}
    />
  )
}

interface OldMembershipProps {
  upgrade: UpgradeOf<'existing'>
  /** Called when it is not theirs. */
  onStartAgain: () => void
}

/** Says to a visitor that the old membership was found: it is linked to an account, so signing in comes next. */
function FoundMemberPage({ upgrade, onStartAgain }: OldMembershipProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  // Only an address that was typed: whoever knows number, name and mobile number must not learn it here.
  const typed = v.safeParse(Email, upgrade.claim.email_or_mobile)
  return (
    <Page
      title={t`We’ve found your membership`}
      lead={<Trans>Next, create an account to link it to, or sign in if you already have one.</Trans>}
      narrow
    >
      <OldMembership upgrade={upgrade} onStartAgain={onStartAgain} />
      <AccountChoice returnTo={`/${lang}/registration-existing`} loginHint={typed.success ? typed.output : undefined} />
    </Page>
  )
}

/** The membership that was found, with the tier that linking it gives. */
function OldMembership({ upgrade, onStartAgain }: OldMembershipProps) {
  const { t } = useLingui()
  return (
    <Card>
      <DefinitionList
        rows={[
          { term: t`Member number`, value: upgrade.profile.cb_member_no },
          { term: t`Your tier`, value: <TierBadge tier={upgrade.tier} /> },
        ]}
      />
      <ButtonRow>
        <Button onClick={onStartAgain}>
          <Trans>This isn’t my membership</Trans>
        </Button>
      </ButtonRow>
    </Card>
  )
}
