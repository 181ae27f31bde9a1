import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import type { OfferOf } from '../offers/offer.ts'

interface OldMembershipProps {
  offer: OfferOf<'existing'>
  /** Called when it is not theirs. */
  onStartAgain: () => void
}

/** The membership that was found, with the tier that linking it gives. */
export function OldMembership({ offer, onStartAgain }: OldMembershipProps) {
  const { t } = useLingui()
  return (
    <Card>
      <DefinitionList
        rows={[
          { term: t`Member number`, value: offer.profile.cb_member_no },
          { term: t`Your tier`, value: <TierBadge tier={offer.tier} /> },
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
