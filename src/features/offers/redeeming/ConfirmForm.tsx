import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import { isAddressComplete } from '#contract/registration/postalAddress.ts'
import { type DeliveryMethod, deliveryMethods, type RewardItem } from '#contract/spending/rewards.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { deliveryMessages } from '../deliveryMessages.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import type { PostalAddress } from '#src/content/postalAddress.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { DialogActions } from '#src/ui/overlays/DialogActions.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/layout/DisclosureGroup.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { DeliveryNotice } from './DeliveryNotice.tsx'
import styles from './Redeeming.module.css'
import { RedemptionSummary } from './RedemptionSummary.tsx'
import { TooManyNotice } from '#src/ui/states/TooManyNotice.tsx'
import type { Redeeming, RedeemPopup } from './useRedeeming.ts'

interface ConfirmFormProps {
  popup: Extract<RedeemPopup, { waitMinutes: number | null }>
  reward: RewardItem
  member: RememberedMember
  /** What is said after redeeming, by how it is received. */
  afterwards: readonly ContentBlock[]
  redeeming: Redeeming
  /** The club can be reached, as far as is known. */
  reachable: boolean
}

/** What and how much, how it is received, and the terms. */
export function ConfirmForm({ popup, reward, member, afterwards, redeeming, reachable }: ConfirmFormProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const unreachable = useRef<HTMLDivElement>(null)
  const ways = reward.delivery_methods
  const [delivery, setDelivery] = useState(popup.attempt.delivery ?? (ways.length === 1 ? (ways[0] ?? null) : null))
  const [hasAccepted, setAccepted] = useState(false)
  const [wasPressed, setPressed] = useState(false)
  const address = useMailingAddress()
  const lacksDelivery = ways.length > 0 && delivery === null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if (lacksDelivery || !hasAccepted) {
      const field = lacksDelivery ? 'select' : 'input[type=checkbox]'
      return form.current?.querySelector<HTMLElement>(field)?.focus()
    }
    // Sent now, it would leave the member in doubt about what became of it.
    if (!reachable) return unreachable.current?.focus()
    const attempt = { ...popup.attempt, delivery, points: reward.points * popup.attempt.quantity }
    if (delivery === 'Mail' && !isAddressComplete(address)) return redeeming.askForAddress(attempt)
    return redeeming.send(attempt)
  }
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
      {isWritten(reward.popup_content, lang) && <RichText text={reward.popup_content} />}
      <RedemptionSummary reward={reward} quantity={popup.attempt.quantity} />
      {ways.length > 0 && (
        <SelectField
          label={t`How you’ll receive it`}
          options={ways.map((way) => ({ value: way, label: i18n._(deliveryMessages[way]) }))}
          placeholder={t`Please choose`}
          value={delivery ?? ''}
          required
          error={wasPressed && lacksDelivery && t`Choose how you’d like to receive it.`}
          onChange={({ target }) => setDelivery(deliveryOf(target.value))}
        />
      )}
      <DeliveryNotice
        delivery={delivery}
        email={member.email}
        address={address}
        afterwards={afterwards}
        alias={reward.alias}
        onLeave={() => redeeming.leaveForAddress({ ...popup.attempt, delivery })}
      />
      {isWritten(reward.terms_and_conditions, lang) && (
        <DisclosureGroup>
          <Disclosure title={<Trans>Terms and conditions</Trans>}>
            <RichText text={reward.terms_and_conditions} />
          </Disclosure>
        </DisclosureGroup>
      )}
      <Checkbox
        label={<Trans>I’ve read and accept the terms and conditions.</Trans>}
        hint={<Trans>A redemption can’t be changed or undone.</Trans>}
        required
        checked={hasAccepted}
        error={wasPressed && !hasAccepted && t`Please accept the terms and conditions.`}
        onChange={({ target }) => setAccepted(target.checked)}
      />
      <TooManyNotice waitMinutes={popup.waitMinutes} />
      {!reachable && (
        <div ref={unreachable} tabIndex={-1}>
          <Notice tone="info">
            <Trans>We can’t reach Club Bravo right now. Connect to the internet to redeem.</Trans>
          </Notice>
        </div>
      )}
      <DialogActions>
        <Button type="submit" variant="primary" busy={redeeming.busy}>
          <Trans>Redeem now</Trans>
        </Button>
        <Button onClick={redeeming.close} disabled={redeeming.busy}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogActions>
    </form>
  )
}

function deliveryOf(value: string): DeliveryMethod | null {
  return deliveryMethods.find((way) => way === value) ?? null
}

/** The newest one that is known. */
function useMailingAddress(): PostalAddress | undefined {
  const { data } = useQuery(memberQueries.me())
  return (data?.user.member_profile ?? storedProfile())?.shipping_address_1[0]?.memberProfile
}
