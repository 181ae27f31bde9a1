import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import styles from './Miles.module.css'
import { pointsOfDigits } from './pointsInput.ts'
import { TooManyNotice } from '#src/ui/states/TooManyNotice.tsx'
import type { Conversion } from './useConversion.ts'

/** Instead of the form while nobody knows what became of a conversion: another one could be one too many. */
export function UnansweredConversion({ conversion }: { conversion: Conversion }) {
  const { t } = useLingui()
  const { texts, busy, waitMinutes, findOut } = conversion
  const place = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles['unanswered']}>
      <Notice tone="warning" title={<Trans>We don’t know yet if your points were converted</Trans>}>
        <p>
          <Trans>You’ve sent this conversion, but our answer never reached you. It won’t be converted twice.</Trans>
        </p>
      </Notice>
      <DefinitionList
        rows={[
          { term: t`Points to convert`, value: formatPoints(pointsOfDigits(texts.points) ?? 0) },
          { term: t`First name`, value: texts.firstName },
          { term: t`Last name`, value: texts.lastName },
          { term: t`Membership number`, value: texts.membershipNumber },
        ]}
      />
      <TooManyNotice waitMinutes={waitMinutes} />
      <div>
        <Button variant="primary" size="large" busy={busy} onClick={findOut}>
          <Trans>Find out</Trans>
        </Button>
      </div>
    </div>
  )
}
