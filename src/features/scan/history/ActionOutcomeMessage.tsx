import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import styles from './ActionOutcomeMessage.module.css'
import { currentOutcome, outcomeMessages, type ActionOutcome } from './actionOutcome.ts'

interface ActionOutcomeMessageProps {
  /** A new object for each action; null before the first. */
  last: { outcome: ActionOutcome } | null
  /** How many scans are now waiting to be sent. */
  waitingCount: number
}

/** The result of the member's last action. Takes the focus, because the pressed button may have disappeared with its card. */
export function ActionOutcomeMessage({ last, waitingCount }: ActionOutcomeMessageProps) {
  const { i18n } = useLingui()
  const outcome = currentOutcome(last?.outcome ?? null, waitingCount)
  const message = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (last) message.current?.focus({ preventScroll: true })
  }, [last])
  return (
    <output ref={message} className={styles['message']} tabIndex={-1}>
      {outcome && i18n._(outcomeMessages[outcome])}
    </output>
  )
}
