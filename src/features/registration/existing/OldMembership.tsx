import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import type { UpgradeOf } from '../upgrades/upgrade.ts'

interface OldMembershipProps {
  upgrade: UpgradeOf<'existing'>
  /** Called when it is not theirs. */
  onStartAgain: () => void
}

/** The membership that was found, with the tier that linking it gives. */
export function OldMembership({ upgrade, onStartAgain }: OldMembershipProps) {
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
