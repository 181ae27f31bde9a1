import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import type { RewardItem } from '#contract/spending/rewards.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useNow } from '#src/platform/now.ts'
import { useOnline } from '#src/platform/online.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Points } from '#src/ui/content/Points.tsx'
import { UnansweredNotice } from '#src/features/attempt/AttemptPopups.tsx'
import { QuantityField } from './QuantityField.tsx'
import { quantityLimit, withinLimit } from './quantity.ts'
import { RedeemAction } from './RedeemAction.tsx'
import styles from './Redeeming.module.css'
import { RedeemPopups } from './RedeemPopups.tsx'
import { redeemStateOf } from './redeemState.ts'
import { useRedeeming } from './useRedeeming.ts'

interface RedeemPanelProps {
  reward: RewardItem
  member: RememberedMember
  /** What is said after redeeming, by how it is received. */
  afterwards: readonly ContentBlock[]
  /** The reward could be read when it was last asked for. */
  reachable: boolean
  /** Reads it again, which shows whether the club can be reached. */
  onRefresh: () => void
}

/** A member redeems a reward here: quantity, total, and the button in the state that applies. */
export function RedeemPanel({ reward, member, afterwards, reachable, onRefresh }: RedeemPanelProps) {
  const { t } = useLingui()
  const online = useOnline()
  // Its answer updates the remembered member: the points may have changed elsewhere.
  useQuery(memberQueries.me())
  const before = useRedeemedBefore(reward)
  const [wanted, setWanted] = useState(1)
  const now = useNow([reward.expiry_date])
  const limit = quantityLimit(reward, before)
  const quantity = withinLimit(wanted, limit)
  const state = redeemStateOf({ reward, member, quantity, before, online, reachable, now })
  const redeeming = useRedeeming(reward, member.id)
  const waitsForNetwork = state.kind === 'offline' || state.kind === 'unreachable'
  const isPossible = state.kind === 'short' || waitsForNetwork || state.kind === 'ready'
  const price = formatPoints(reward.points)
  const total = <Points points={reward.points * quantity} />
  return (
    <div className={styles['panel']}>
      <UnansweredNotice attempt={redeeming.attempt} title={<Trans>We don’t know yet if this was redeemed</Trans>}>
        <Trans>We haven’t had an answer about your redemption. Find out if it worked.</Trans>
      </UnansweredNotice>
      {isPossible && limit > 1 && <QuantityField value={quantity} limit={limit} onChange={setWanted} />}
      {isPossible && (
        <DefinitionList
          rows={[
            ...(limit > 1 ? [{ term: t`Points each`, value: price }] : []),
            { term: t`Total`, value: <output>{total}</output> },
          ]}
        />
      )}
      <RedeemAction
        state={state}
        points={member.points}
        total={reward.points * quantity}
        endedAt={reward.expiry_date}
        onRedeem={() => {
          redeeming.open(quantity)
          onRefresh()
        }}
        onRetry={onRefresh}
      />
      <RedeemPopups
        reward={reward}
        member={member}
        afterwards={afterwards}
        redeeming={redeeming}
        reachable={online && reachable}
        onFewer={(left) => {
          setWanted(left)
          redeeming.open(left)
        }}
      />
    </div>
  )
}

/** How many of a reward the member has redeemed already, where that matters; 0 until it is known. */
function useRedeemedBefore({ id, each_member_max: max }: RewardItem): number {
  const { data } = useQuery({ ...memberAreaQueries.redeemedCounts(), enabled: max !== null })
  return data?.redeemed_items.find(({ item_id: itemId }) => itemId === id)?.number ?? 0
}
