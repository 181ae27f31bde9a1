import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { Coupon } from '#contract/spending/redeemedItems.ts'
import { useScreenAwake } from '#src/platform/screenAwake.ts'
import { CodePicture } from '#src/ui/codes/CodePicture.tsx'
import type { Codes } from '#src/ui/codes/codeDrawing.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import styles from './Coupons.module.css'

interface CouponPopupProps {
  coupon: Coupon
  /** The name of what it is for. */
  name: ReactNode
  onClose: () => void
  /** How long it is valid. */
  children: ReactNode
}

/** A voucher to hold out at a counter: its code as a QR code, as a barcode and in letters, dark on white in both themes. Keeps the screen on. */
export function CouponPopup({ coupon: { code }, name, onClose, children }: CouponPopupProps) {
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
