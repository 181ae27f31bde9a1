import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent, useId } from 'react'
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
import { Button } from '#src/ui/actions/Button.tsx'
import { StayingAction } from '#src/ui/actions/StayingAction.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { VerifyEmailNotice } from '#src/features/signIn/VerifyEmailNotice.tsx'
import { SuspensionNotice } from '#src/features/suspension/SuspensionNotice.tsx'
import fieldStyles from '#src/ui/forms/Field.module.css'
import { ShortPoints } from '../ShortPoints.tsx'
import { Unavailable, UnavailableToAll } from '../rewards/Unavailable.tsx'
import { maxPieces } from '#contract/spending/redemption.ts'
import { quantityLimit, withinLimit, readQuantity } from './quantity.ts'
import styles from './Redeeming.module.css'
import { RedeemPopups } from './RedeemPopups.tsx'
import { redeemStateOf, type RedeemState } from './redeemState.ts'
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
  const total = <Points points={reward.points * quantity} />
  return (
    <div className={styles['panel']}>
      <UnansweredNotice attempt={redeeming.attempt} title={<Trans>We don’t know yet if this was redeemed</Trans>}>
        <Trans>We haven’t had an answer about your redemption. Find out if it worked.</Trans>
      </UnansweredNotice>
      {isPossible && limit > 1 && (
        <>
          <QuantityField value={quantity} limit={limit} onChange={setWanted} />
          <DefinitionList rows={[{ term: t`Total`, value: <output>{total}</output> }]} />
        </>
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

interface RedeemActionProps {
  state: RedeemState
  /** The member's. */
  points: number
  /** Of what would be redeemed. */
  total: number
  /** ISO 8601, or null. */
  endedAt: string | null
  onRedeem: () => void
  /** Asks again whether the club can be reached. */
  onRetry: () => void
}

/** The button that redeems, or why it doesn't now. */
function RedeemAction({ state, points, total, endedAt, onRedeem, onRetry }: RedeemActionProps) {
  const have = formatPoints(points)
  switch (state.kind) {
    case 'ready':
      return (
        <>
          <p className={styles['enough']}>
            <Plural
              value={points}
              one={`You have ${have} point: enough to redeem.`}
              other={`You have ${have} points: enough to redeem.`}
            />
          </p>
          <StayingAction about={<ShortPoints points={total} />}>
            <Button variant="primary" size="large" onClick={onRedeem}>
              <Trans>Redeem</Trans>
            </Button>
          </StayingAction>
        </>
      )
    case 'suspended':
      return <SuspensionNotice suspension={state.suspension} />
    case 'unverified':
      return (
        <VerifyEmailNotice isFirst>
          <Trans>Your points are safe. Once your email is verified, you can redeem them.</Trans>
        </VerifyEmailNotice>
      )
    case 'short': {
      const missing = formatPoints(state.missing)
      const reason = (
        <Plural
          value={points}
          one={`You have ${have} point. Earn ${missing} more to redeem this.`}
          other={`You have ${have} points. Earn ${missing} more to redeem this.`}
        />
      )
      return (
        <Unavailable reason={reason} about={<Trans>{missing} to go</Trans>}>
          <Trans>You need more points</Trans>
        </Unavailable>
      )
    }
    case 'offline':
      return (
        <Unavailable
          reason={
            <>
              <Icon name="offline" /> <Trans>You’re offline. Connect to the internet to redeem.</Trans>
            </>
          }
        >
          <Trans>Redeem</Trans>
        </Unavailable>
      )
    case 'unreachable':
      return (
        <>
          <Unavailable
            reason={
              <>
                <Icon name="offline" />{' '}
                <Trans>Club Bravo can’t be reached right now. Connect to the internet to redeem.</Trans>
              </>
            }
          >
            <Trans>Redeem</Trans>
          </Unavailable>
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )
    case 'not_redeemable':
      return (
        <Unavailable reason={<Trans>Contact us, and we’ll help you.</Trans>}>
          <Trans>This reward can’t be redeemed here</Trans>
        </Unavailable>
      )
    case 'limit_reached':
      return (
        <Unavailable reason={<Trans>There’s a limit for each member, and you’ve reached it. Thank you!</Trans>}>
          <Trans>Already redeemed</Trans>
        </Unavailable>
      )
    case 'sold_out':
    case 'ended':
      return <UnavailableToAll kind={state.kind} endedAt={endedAt} />
  }
}

interface QuantityFieldProps {
  value: number
  /** 2 or more. */
  limit: number
  onChange: (quantity: number) => void
}

/**
 * How many pieces: buttons, arrow keys, or typed. What is not possible is corrected when the field is left, and said.
 */
function QuantityField({ value, limit, onChange }: QuantityFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [wasCorrected, setCorrected] = useState(false)

  const change = (quantity: number) => {
    setTyped(null)
    setCorrected(false)
    onChange(withinLimit(quantity, limit))
  }
  const type = (text: string) => {
    setTyped(text)
    const quantity = readQuantity(text)
    if (quantity !== null && quantity === withinLimit(quantity, limit)) onChange(quantity)
  }
  const leave = () => {
    if (typed === null) return
    const quantity = readQuantity(typed)
    change(quantity ?? value)
    setCorrected(quantity !== withinLimit(quantity ?? 0, limit))
  }
  const pressKey = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowUp: value + 1, ArrowDown: value - 1, Home: 1, End: limit }
    const next = steps[event.key]
    if (next === undefined || (typed !== null && (event.key === 'Home' || event.key === 'End'))) return
    event.preventDefault()
    change(next)
  }
  return (
    <div className={styles['quantity']}>
      <label htmlFor={id}>
        <Trans>Quantity</Trans>
      </label>
      <div className={styles['stepper']}>
        <button type="button" aria-label={t`One less`} disabled={value <= 1} onClick={() => change(value - 1)}>
          −
        </button>
        <input
          id={id}
          className={fieldStyles['input']}
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-valuenow={value}
          aria-valuemin={1}
          aria-valuemax={limit}
          aria-describedby={`${id}-hint`}
          value={typed ?? String(value)}
          onChange={({ target }) => type(target.value)}
          onBlur={leave}
          onKeyDown={pressKey}
        />
        <button type="button" aria-label={t`One more`} disabled={value >= limit} onClick={() => change(value + 1)}>
          +
        </button>
      </div>
      <output id={`${id}-hint`} className={fieldStyles['hint']}>
        {wasCorrected ? (
          <Trans>
            Changed to {value}. You can redeem 1 to {limit} at a time.
          </Trans>
        ) : (
          // Nobody comes near what a request may have.
          limit < maxPieces && (
            <Plural value={limit} one="You can redeem # at a time." other="You can redeem up to # at a time." />
          )
        )}
      </output>
    </div>
  )
}
