import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { byDate } from '#src/features/offers/own/byDate.ts'
import { usableVouchers } from '#src/features/offers/own/voucherState.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDay } from '#src/i18n/dates.ts'
import { useNow } from '#src/platform/now.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import styles from './AccountTiles.module.css'

/** The rooms of the account, each with what waits there. */
export function AccountTiles() {
  const { t } = useLingui()
  const params = { lang: useLanguage() }
  return (
    <nav aria-label={t`My account`}>
      <ul className={styles['tiles']}>
        <li className={styles['tile']}>
          <TextLink to="/$lang/my-rewards" params={params}>
            <Face icon="gift" name={<Trans>My rewards</Trans>} fact={<VouchersReady />} />
          </TextLink>
        </li>
        <li className={styles['tile']}>
          <TextLink to="/$lang/my-events" params={params}>
            <Face icon="calendar" name={<Trans>My events</Trans>} fact={<NextEvent />} />
          </TextLink>
        </li>
        <li className={styles['tile']}>
          <TextLink to="/$lang/point-transaction-log" params={params}>
            <Face icon="clock" name={<Trans>Points history</Trans>} />
          </TextLink>
        </li>
        <li className={styles['tile']}>
          <TextLink to="/$lang/asiamiles" params={params}>
            <Face icon="plane" name={<Trans>Convert points to miles</Trans>} />
          </TextLink>
        </li>
        <li className={styles['tile']}>
          <TextLink to="/$lang/my-concerts" params={params}>
            <Face icon="ticket" name={<Trans>My concerts</Trans>} />
          </TextLink>
        </li>
        <li className={styles['tile']}>
          <TextLink to="/$lang/my-scans" params={params}>
            <Face icon="scan" name={<Trans>My scans</Trans>} />
          </TextLink>
        </li>
        <li className={styles['tile']}>
          <TextLink to="/$lang/receipts" params={params}>
            <Face icon="receipt" name={<Trans>My receipts</Trans>} />
          </TextLink>
        </li>
        <li className={styles['tile']}>
          <TextLink to="/$lang/personal-detail" params={params}>
            <Face icon="user" name={<Trans>Personal details</Trans>} />
          </TextLink>
        </li>
      </ul>
    </nav>
  )
}

function Face({ icon, name, fact }: { icon: IconName; name: ReactNode; fact?: ReactNode }) {
  return (
    <>
      <Icon name={icon} className={styles['icon']} />
      <span className={styles['words']}>
        <span>{name}</span>
        {fact}
      </span>
    </>
  )
}

function VouchersReady() {
  const { data } = useQuery(memberAreaQueries.redeemedItems())
  const items = data?.redeemed_items ?? []
  const now = useNow(items.flatMap(({ couponArr }) => couponArr.map(({ expires_at: end }) => end)))
  const count = usableVouchers(items, now).length
  if (count === 0) return null
  return (
    <span className={styles['fact']}>
      <Plural value={count} one="# voucher ready" other="# vouchers ready" />
    </span>
  )
}

function NextEvent() {
  const lang = useLanguage()
  const { data } = useQuery(memberAreaQueries.eventRegistrations())
  const registrations = data?.registrations ?? []
  const now = useNow(registrations.map(({ event }) => event?.starts_at ?? null))
  // Who is on a waiting list has no place yet.
  const next = byDate(registrations, now).coming.find(({ state }) => state === 'registered')?.event?.starts_at
  return next == null ? null : <span className={styles['fact']}>{formatDay(next, lang)}</span>
}
