import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Coupon } from '#contract/spending/redeemedItems.ts'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { CouponPopup } from './CouponPopup.tsx'
import styles from './Coupons.module.css'
import { couponStateOf, type CouponState } from './couponState.ts'

/** The vouchers of a reward, which `name` names. Each that can still be used opens large, to be scanned or read out. */
export function Coupons({ coupons, name }: { coupons: readonly Coupon[]; name: ReactNode }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<Coupon | null>(null)
  const [now] = useState(() => Date.now())
  return (
    <>
      <ul className={styles['coupons']} aria-label={t`Vouchers`}>
        {coupons.map((coupon) => {
          const state = couponStateOf(coupon, now)
          return (
            <li key={coupon.code} className={styles['coupon']} data-state={state.kind}>
              <div className={styles['words']}>
                <p className={styles['code']} translate="no">
                  {coupon.code}
                </p>
                <p className={styles['state']}>
                  <StateText state={state} />
                </p>
              </div>
              {state.kind === 'valid' && (
                <Button aria-label={t`Show voucher ${coupon.code}`} onClick={() => setShown(coupon)}>
                  <Icon name="scan" />
                  <Trans>Show</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {shown !== null && (
        <CouponPopup coupon={shown} name={name} onClose={() => setShown(null)}>
          <StateText state={couponStateOf(shown, now)} />
        </CouponPopup>
      )}
    </>
  )
}

function StateText({ state: { kind, at } }: { state: CouponState }) {
  if (at === null) return <Trans>Never expires</Trans>
  const date = <DateText moment={at} />
  switch (kind) {
    case 'valid':
      return <Trans>Valid until {date}</Trans>
    case 'used':
      return (
        <Badge tone="neutral">
          <span>
            <Trans>Used on {date}</Trans>
          </span>
        </Badge>
      )
    case 'expired':
      return (
        <Badge tone="warning">
          <span>
            <Trans>Expired on {date}</Trans>
          </span>
        </Badge>
      )
  }
}
