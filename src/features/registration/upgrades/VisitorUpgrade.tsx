import { Trans, useLingui } from '@lingui/react/macro'
import type { Tier } from '#contract/member/tiers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { Card } from '#src/ui/layout/Card.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { AccountChoice } from '../AccountChoice.tsx'
import styles from './VisitorUpgrade.module.css'
import { tierBenefits } from './tierBenefits.ts'

/** What a visitor's upgrade is worth, and how to get it: with a new account, or the one that they have. */
export function VisitorUpgrade({ tier, returnTo }: { tier: Tier; returnTo: string }) {
  const { i18n } = useLingui()
  const name = i18n._(tierMessages[tier])
  return (
    <>
      <Card title={<Trans>Your free upgrade to {name}</Trans>}>
        <TierBadge tier={tier} />
        <ul className={styles['benefits']}>
          {tierBenefits[tier]?.map((benefit) => (
            <li key={benefit.id}>
              <Icon name="check" />
              {i18n._(benefit)}
            </li>
          ))}
        </ul>
      </Card>
      <p>
        <Trans>
          Create an account or sign in, and complete three short steps. Your offer waits here in the meantime. It works
          once, for one member.
        </Trans>
      </p>
      <AccountChoice returnTo={returnTo} />
    </>
  )
}
