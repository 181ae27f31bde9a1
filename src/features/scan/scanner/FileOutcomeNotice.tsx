import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/actions/Button.tsx'
import alone from '#src/ui/actions/alone.module.css'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { fileMessages, unusableMessages } from './fileMessages.ts'
import type { FilesOutcome } from './useFiles.ts'

interface FileOutcomeNoticeProps {
  outcome: FilesOutcome
  /** Continues with the codes that can be used. */
  onContinue: () => void
  onDismiss: () => void
}

/** The results of the chosen files, unless all were read. */
export function FileOutcomeNotice({
  outcome: { waiting, failures, held },
  onContinue,
  onDismiss,
}: FileOutcomeNoticeProps) {
  const { t } = useLingui()
  if (waiting > 0) return <Spinner label={t`Looking for QR codes in the file…`} />
  if (failures.length === 0 && !held) return null
  const isListed = failures.length > 0 || (held?.unusable.length ?? 0) > 0
  return (
    <Notice tone="warning" title={held ? t`Part of the file couldn’t be read` : t`No ticket found`} comesIntoSight>
      {isListed && (
        <ul>
          {failures.map(({ key, name, failure }) => (
            <li key={key}>
              <strong>{name}</strong>
              <br />
              {fileMessages(failure)
                .map((message) => t(message))
                .join(' ')}
            </li>
          ))}
          {held?.unusable.map((reason) => (
            <li key={reason}>{t(unusableMessages[reason])}</li>
          ))}
        </ul>
      )}
      {held ? (
        <Button variant="primary" onClick={onContinue}>
          <Plural value={held.codes.length} one="Continue with # code" other="Continue with # codes" />
        </Button>
      ) : (
        <Button variant="quiet" className={alone['alone']} onClick={onDismiss}>
          <Trans>Close message</Trans>
        </Button>
      )}
    </Notice>
  )
}
