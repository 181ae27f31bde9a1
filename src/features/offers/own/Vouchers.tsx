import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState, useEffect } from 'react'
import type { Coupon, RedeemedItem } from '#contract/spending/redeemedItems.ts'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { useNow } from '#src/platform/now.ts'
import { useScreenAwake } from '#src/platform/screenAwake.ts'
import { CodePicture } from '#src/ui/codes/CodePicture.tsx'
import type { Codes } from '#src/ui/codes/codeDrawing.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import styles from './Vouchers.module.css'
import { voucherStateOf, type VoucherState } from './voucherState.ts'

type VoucherItem = Pick<RedeemedItem, 'couponArr' | 'returned_at'>

/**
 * The vouchers of a redemption, of what `name` names. Each that can still be used opens large, to be scanned or read
 * out.
 */
export function Vouchers({ item, name }: { item: VoucherItem; name: ReactNode }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<Coupon | null>(null)
  const { couponArr: vouchers } = item
  const now = useNow(vouchers.map(({ expires_at: expiresAt }) => expiresAt))
  return (
    <>
      <ul className={styles['vouchers']} aria-label={t`Vouchers`}>
        {vouchers.map((voucher) => {
          const state = voucherStateOf(voucher, item, now)
          return (
            <li key={voucher.code} className={styles['voucher']} data-state={state.kind}>
              <div className={styles['words']}>
                <p className={styles['code']} translate="no">
                  {voucher.code}
                </p>
                <p className={styles['state']}>
                  <StateText state={state} />
                </p>
              </div>
              {state.kind === 'valid' && (
                <Button
                  variant="primary"
                  aria-label={t`Show voucher ${voucher.code}`}
                  onClick={() => setShown(voucher)}
                >
                  <Icon name="qr" />
                  <Trans>Show</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {shown !== null && (
        <VoucherPopup voucher={shown} name={name} onClose={() => setShown(null)}>
          <StateText state={voucherStateOf(shown, item, now)} />
        </VoucherPopup>
      )}
    </>
  )
}

function StateText({ state: { kind, at } }: { state: VoucherState }) {
  if (at === null) return <Trans>No expiry date</Trans>
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
    case 'void':
      return (
        <Badge tone="warning">
          <span>
            <Trans>Void since {date}: your points were given back</Trans>
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

interface VoucherPopupProps {
  voucher: Coupon
  /** The name of what it is for. */
  name: ReactNode
  onClose: () => void
  /** How long it is valid. */
  children: ReactNode
}

/**
 * A voucher to hold out at a counter: its code as a QR code, as a barcode and in letters, dark on white in both themes.
 * Keeps the screen on.
 */
function VoucherPopup({ voucher: { code }, name, onClose, children }: VoucherPopupProps) {
  const { t } = useLingui()
  const codes = useCodes(code)
  useScreenAwake()
  return (
    <Dialog open onClose={onClose} title={name}>
      <div className={styles['large']}>
        {codes !== null && (
          <>
            <CodePicture kind="qr" drawing={codes.qr} label={t`QR code of voucher ${code}`} className={styles['qr']} />
            <CodePicture
              kind="bar"
              drawing={codes.bar}
              label={t`Barcode of voucher ${code}`}
              className={styles['bar']}
            />
          </>
        )}
        <p className={styles['letters']} translate="no">
          {code}
        </p>
        <p>{children}</p>
      </div>
    </Dialog>
  )
}

/** The codes of a text; null until they are drawn, and where they can't be: the letters are there. */
function useCodes(text: string): Codes | null {
  const [codes, setCodes] = useState<Codes | null>(null)
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const { drawCodes } = await import('#src/ui/codes/drawCodes.ts')
      if (!isGone) setCodes(drawCodes(text))
    }
    void draw().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [text])
  return codes
}
