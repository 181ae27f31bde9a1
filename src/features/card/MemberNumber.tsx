import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Codes, codeMargins, type CodeDrawing } from '#src/ui/codes/codeDrawing.ts'
import { CodeGround, CodePicture } from '#src/ui/codes/CodePicture.tsx'
import styles from './MembershipCardPage.module.css'

/** The member number in digits. */
export function NumberText({ children }: { children: ReactNode }) {
  return (
    <p className={styles['number']}>
      <span className={styles['term']}>
        <Trans>Member number</Trans>
      </span>
      <span translate="no">{children}</span>
    </p>
  )
}

/** The member number as a QR code and a barcode; null: to be filled in before the app starts. */
export function NumberCodes({ codes }: { codes: Codes | null }) {
  const { t } = useLingui()
  return (
    <>
      <CardCode
        kind="qr"
        drawing={codes?.qr ?? null}
        label={t`QR code of your member number`}
        className={styles['qr']}
      />
      <CardCode
        kind="bar"
        drawing={codes?.bar ?? null}
        label={t`Barcode of your member number`}
        className={styles['bar']}
      />
    </>
  )
}

/** Instead of a member number, where there is none yet. */
export function NoNumber() {
  return (
    <p>
      <Trans>You don’t have a member number yet. Our staff can find you by your name and email.</Trans>
    </p>
  )
}

interface CardCodeProps {
  kind: keyof Codes
  /** Null: to be filled in before the app starts. */
  drawing: CodeDrawing | null
  label: string
  className: string | undefined
}

/** A code of the member number. */
function CardCode({ drawing, ...code }: CardCodeProps) {
  if (drawing !== null) return <CodePicture {...code} drawing={drawing} />
  const { kind, label, className } = code
  const { x, y } = codeMargins[kind]
  return (
    <svg
      className={className}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      data-card-code={kind}
      data-margin-x={x}
      data-margin-y={y}
    >
      <CodeGround kind={kind} />
      <path />
    </svg>
  )
}
