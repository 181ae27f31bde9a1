import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type DeliveryMethod, deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import type { ContentBlock } from '#contract/content.ts'
import { isAddressComplete, type PostalAddress, writtenAddress } from '#contract/registration/postalAddress.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import styles from './Redeeming.module.css'

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
export function DeliveryNotice({ delivery, email, address, afterwards, alias, onLeave }: DeliveryNoticeProps) {
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
      {lines.length > 0 && (
        <address>
          {lines.map(({ line, text }) => (
            <span key={line}>{text}</span>
          ))}
        </address>
      )}
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
