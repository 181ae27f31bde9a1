import { Trans } from '@lingui/react/macro'
import { useOnline } from '#src/platform/online.ts'
import { Notice } from '#src/ui/Notice.tsx'
import styles from './Registration.module.css'

interface SendStateProps {
  isLast: boolean
  isUnsent: boolean
  isSendingCard: boolean
  /** Whether this device keeps what was typed; null while there is nothing to keep. */
  isKept: boolean | null
}

/** What stands in the way of sending the form, or takes long. */
export function SendState({ isLast, isUnsent, isSendingCard, isKept }: SendStateProps) {
  const isOnline = useOnline()
  if (isSendingCard) {
    return (
      <Notice tone="info" title={<Trans>Sending your application and your student card…</Trans>}>
        <p>
          <Trans>This can take a minute on a slow network. Please keep this page open.</Trans>
        </p>
      </Notice>
    )
  }
  if (isUnsent) {
    return (
      <Notice tone="warning" title={<Trans>This hasn’t been sent yet</Trans>}>
        <p>
          {isKept === false ? (
            <Trans>
              We couldn’t reach Club Bravo. Keep this page open, and press the button again when you’re online: it won’t
              be saved twice.
            </Trans>
          ) : (
            <Trans>
              We couldn’t reach Club Bravo. What you’ve filled in stays on this device. Press the button again when
              you’re online: it won’t be saved twice.
            </Trans>
          )}
        </p>
      </Notice>
    )
  }
  if (isOnline) return null
  return (
    <Notice tone="info" title={<Trans>You’re offline</Trans>}>
      <p>
        {isKept === false ? (
          <Trans>You can send this once you’re online. Keep this page open until then.</Trans>
        ) : isLast ? (
          <Trans>You can send this once you’re online. What you’ve filled in stays on this device.</Trans>
        ) : (
          <Trans>Fill in the form now and send it once you’re online. It stays on this device.</Trans>
        )}
      </p>
    </Notice>
  )
}

/** Whether what is typed would survive closing the page. */
export function KeptState({ isKept, hasCard }: { isKept: boolean | null; hasCard: boolean }) {
  return (
    <output className={styles['hint']}>
      {isKept === true && !hasCard && <Trans>Saved on this device</Trans>}
      {isKept === true && hasCard && <Trans>Saved on this device, except for your student card</Trans>}
      {isKept === false && (
        <Trans>Your browser doesn’t keep what you type. Please finish before you close this page.</Trans>
      )}
    </output>
  )
}
