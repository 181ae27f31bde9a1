import { Plural } from '@lingui/react/macro'

interface WaitingScansProps {
  /** How many scans wait to be sent. */
  toSend: number
  /** How many wait for the member's confirmation. */
  toConfirm: number
}

/** How many scans wait, and for what: a sentence for each. */
export function WaitingScans({ toSend, toConfirm }: WaitingScansProps) {
  return (
    <>
      {toSend > 0 && (
        <Plural value={toSend} one="# scan is waiting to be sent." other="# scans are waiting to be sent." />
      )}
      {toSend > 0 && toConfirm > 0 && ' '}
      {toConfirm > 0 && (
        <Plural
          value={toConfirm}
          one="# scan is waiting for your confirmation."
          other="# scans are waiting for your confirmation."
        />
      )}
    </>
  )
}
