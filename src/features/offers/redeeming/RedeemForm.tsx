import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { type DeliveryMethod, deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import { keysOf } from '#contract/keysOf.ts'
import type { ContentBlock } from '#contract/content.ts'
import { isAddressComplete, type PostalAddress, writtenAddress } from '#contract/registration/postalAddress.ts'
import type { RewardItem } from '#contract/spending/rewards.ts'
import { voucherEndOf } from '#contract/spending/voucherValidity.ts'
import { useNow } from '#src/platform/now.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { memberQueries, contentQueries } from '#src/query/clubQueries.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Points } from '#src/ui/content/Points.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { RadioCards } from '#src/ui/forms/RadioCards.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ConfirmForm } from '#src/features/attempt/ConfirmForm.tsx'
import { TermsLink } from '#src/features/attempt/TermsLink.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { deliveryMessages } from '../deliveryMessages.ts'
import { Address } from '../OfferFacts.tsx'
import type { Redeeming, RedeemRequest } from './useRedeeming.ts'
import styles from './Redeeming.module.css'

interface RedeemFormProps {
  request: RedeemRequest
  reward: RewardItem
  member: RememberedMember
  /** What is said after redeeming, by how it is received. */
  afterwards: readonly ContentBlock[]
  redeeming: Redeeming
  /** The club can be reached, as far as is known. */
  reachable: boolean
}

/** What and how much, and how it is received. */
export function RedeemForm({ request, reward, member, afterwards, redeeming, reachable }: RedeemFormProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const { attempt, arePointsNew, askForAddress, leaveForAddress } = redeeming
  const ways = reward.delivery_methods
  const client = useQueryClient()
  // Settled as the form opens: what comes later must not choose while somebody reads.
  const [delivery, setDelivery] = useState(() => request.delivery_method ?? lastWayOf(client, ways))
  const address = useMailingAddress()
  const lacksDelivery = ways.length > 0 && (delivery === null || !ways.includes(delivery))
  const chosen = { ...request, delivery_method: delivery }

  // While it is on its way to its result, the balance may already be the new one.
  const [before, setBefore] = useState(member.points)
  if (!attempt.busy && before !== member.points) setBefore(member.points)

  const total = reward.points * request.quantity
  const figure = formatPoints(total)

  const confirm = () => {
    const needsAddress = delivery !== null && deliveryMethods[delivery].needsAddress
    if (needsAddress && !isAddressComplete(address)) return askForAddress(chosen)
    const { opened, send } = attempt
    const asked = { ...chosen, expected_points: total }
    return opened && send({ ...opened, request: asked })
  }
  return (
    <>
      {arePointsNew && (
        <Notice tone="warning" title={<Trans>No points were taken</Trans>}>
          <p>
            <Trans>This reward takes a different number of points now. Check the new total.</Trans>
          </p>
        </Notice>
      )}
      <ConfirmForm
        attempt={attempt}
        consent={
          <Trans>
            By redeeming, you accept the{' '}
            <TermsLink page={`reward-detail/${reward.alias}`} terms={reward.terms_and_conditions}>
              terms
            </TermsLink>
            . A redemption can’t be changed or undone.
          </Trans>
        }
        submit={<Plural value={total} one={`Redeem for ${figure} point`} other={`Redeem for ${figure} points`} />}
        obstacle={
          reachable ? null : <Trans>Club Bravo can’t be reached right now. Connect to the internet to redeem.</Trans>
        }
        lacking={lacksDelivery ? 'input[type=radio], select' : null}
        onConfirm={confirm}
      >
        {(wasPressed) => (
          <>
            {isWritten(reward.popup_content, lang) && <RichText text={reward.popup_content} />}
            <RedemptionSummary
              reward={reward}
              request={{ ...request, expected_points: null, delivery_method: null }}
              balance={before}
            />
            {ways.length === 2 && (
              <RadioCards
                legend={t`How you’ll receive it`}
                name="delivery"
                options={ways.map((way) => ({ value: way, title: i18n._(deliveryMessages[way]) }))}
                value={delivery}
                required
                error={wasPressed && lacksDelivery && t`Choose how you’d like to receive it.`}
                onChange={setDelivery}
              />
            )}
            {ways.length > 2 && (
              <SelectField
                label={t`How you’ll receive it`}
                options={ways.map((way) => ({ value: way, label: i18n._(deliveryMessages[way]) }))}
                placeholder={t`Choose an option`}
                value={delivery ?? ''}
                required
                error={wasPressed && lacksDelivery && t`Choose how you’d like to receive it.`}
                onChange={({ target }) => setDelivery(deliveryOf(target.value))}
              />
            )}
            <VoucherEnd reward={reward} delivery={delivery} />
            <DeliveryNotice
              delivery={delivery}
              email={member.email}
              address={address}
              afterwards={afterwards}
              alias={reward.alias}
              onLeave={() => leaveForAddress(chosen)}
            />
          </>
        )}
      </ConfirmForm>
    </>
  )
}

/** Until when the voucher will last, or the reward waits to be collected; nothing for what is posted. */
function VoucherEnd({ reward, delivery }: { reward: RewardItem; delivery: DeliveryMethod | null }) {
  const lang = useLanguage()
  const now = useNow()
  const { delivery_methods: ways, voucher_validity: validity } = reward
  const facts = delivery && deliveryMethods[delivery]
  const givesVoucher = facts === null ? ways.length === 0 : facts.givesVoucher
  if (validity === null || !givesVoucher) return null
  const date = formatDate(voucherEndOf(new Date(now), validity).getTime(), lang)
  return (
    <p>
      {facts?.isCollected === true ? (
        <Trans>Collect it by {date}.</Trans>
      ) : (
        <Trans>Your voucher will be valid until {date}.</Trans>
      )}
    </p>
  )
}

/** The way in which the member received a reward last, as far as is known, if this one can be received so, too. */
function lastWayOf(client: QueryClient, ways: readonly DeliveryMethod[]): DeliveryMethod | null {
  const items = client.getQueryData(memberAreaQueries.redeemedItems().queryKey)?.redeemed_items ?? []
  return items.find(({ delivery }) => delivery !== null && ways.includes(delivery))?.delivery ?? null
}

function deliveryOf(value: string): DeliveryMethod | null {
  return keysOf(deliveryMethods).find((way) => way === value) ?? null
}

/** The newest one that is known. */
function useMailingAddress(): PostalAddress | undefined {
  const { data } = useQuery(memberQueries.me())
  return (data?.user.member_profile ?? storedProfile())?.shipping_address_1[0]?.memberProfile
}

interface RedemptionSummaryProps {
  reward: RewardItem
  request: RedeemRequest
  /** The member's points before; absent where they may have been taken already. */
  balance?: number
}

/**
 * What is redeemed, for how many points (today's, where none were shown yet), how many are left, and how it is
 * received, where that is no longer asked for.
 */
export function RedemptionSummary({ reward, request, balance }: RedemptionSummaryProps) {
  const { t, i18n } = useLingui()
  const { quantity, expected_points: expected, delivery_method: delivery } = request
  const points = expected ?? reward.points * quantity
  const rows = [
    { term: t`Reward`, value: <LocalText text={reward.name} /> },
    { term: t`Quantity`, value: quantity },
    { term: t`Points`, value: <Points points={points} bare /> },
    ...(balance === undefined || balance < points
      ? []
      : [{ term: t`Points left afterwards`, value: <Points points={balance - points} bare /> }]),
    ...(delivery ? [{ term: t`How you’ll receive it`, value: i18n._(deliveryMessages[delivery]) }] : []),
  ]
  return <DefinitionList rows={rows} />
}

interface DeliveryNoticeProps {
  /** Null: not chosen. */
  delivery: DeliveryMethod | null
  email: string
  address: PostalAddress | undefined
  /** What is said after redeeming, by how it is received. */
  afterwards: readonly ContentBlock[]
  /** Of the reward to come back to. */
  alias: string
  onLeave: () => void
}

/** What a member should know about how a reward is received: where it goes, or where it waits. */
function DeliveryNotice({ delivery, email, address, afterwards, alias, onLeave }: DeliveryNoticeProps) {
  const words = afterwards.find(({ code }) => code === delivery)
  if (delivery === null) return null
  const { needsAddress, isCollected } = deliveryMethods[delivery]
  if (needsAddress) return <MailingAddress address={address} alias={alias} onLeave={onLeave} />
  if (isCollected && words) return <RichText text={words.content} />
  return (
    <p>
      {isCollected ? (
        <Trans>Collect it in person: show the voucher in My rewards and your membership card.</Trans>
      ) : (
        <Trans>
          We’ll email it to <strong className={styles['email']}>{email}</strong>. You’ll also find it in My rewards.
        </Trans>
      )}
    </p>
  )
}

function MailingAddress({ address, alias, onLeave }: Pick<DeliveryNoticeProps, 'address' | 'alias' | 'onLeave'>) {
  const { data: contents } = useQuery(contentQueries.staticContents())
  const lines = writtenAddress(address, contents?.countries ?? [], useLanguage())
  return (
    <div className={styles['address']}>
      <h3>
        <Trans>Postal address</Trans>
      </h3>
      {lines.length > 0 && <Address lines={lines.map(({ text }) => text)} />}
      {!isAddressComplete(address) && (
        <p>
          <Trans>Your address isn’t complete. Add it first.</Trans>
        </p>
      )}
      <EditAddressLink alias={alias} onLeave={onLeave}>
        <Trans>Edit address</Trans>
      </EditAddressLink>
    </div>
  )
}

interface EditAddressLinkProps {
  /** The reward to come back to. */
  alias: string
  /** It is the main action of the popup. */
  isMain?: boolean
  onLeave: () => void
  children: ReactNode
}

/** To the profile, which leads back to the reward. */
export function EditAddressLink({ alias, isMain = false, onLeave, children }: EditAddressLinkProps) {
  const lang = useLanguage()
  return (
    <LinkButton
      to="/$lang/member-detail-edit"
      params={{ lang }}
      search={{ from: 'reward-detail', reward: alias }}
      variant={isMain ? 'primary' : 'secondary'}
      onClick={onLeave}
    >
      {children}
    </LinkButton>
  )
}
