import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { fileWords, unusableWords } from './fileMessages.ts'
import type { FileNews } from './useFiles.ts'

interface FileMessagesProps {
  news: FileNews
  /** Goes on with the codes that can be used. */
  onGoOn: () => void
  onDismiss: () => void
}

/** What became of the chosen files, where it is not simply that they were read. */
export function FileMessages({ news: { waiting, failures, held }, onGoOn, onDismiss }: FileMessagesProps) {
  const { t } = useLingui()
  if (waiting > 0) return <Spinner label={t`Looking for QR codes in the file…`} />
  if (failures.length === 0 && !held) return null
  return (
    <Notice tone="warning" title={held ? t`Some of it couldn’t be read` : t`No ticket found`}>
      <ul>
        {failures.map(({ name, failure }) => (
          <li key={name}>
            <strong>{name}</strong>{' '}
            {fileWords(failure)
              .map((words) => t(words))
              .join(' ')}
          </li>
        ))}
        {held?.unusable.map((reason) => (
          <li key={reason}>{t(unusableWords[reason])}</li>
        ))}
      </ul>
      {held ? (
        <Button variant="primary" onClick={onGoOn}>
          <Plural value={held.codes.length} one="Continue with # code" other="Continue with # codes" />
        </Button>
      ) : (
        <Button variant="quiet" onClick={onDismiss}>
          <Trans>Close message</Trans>
        </Button>
      )}
    </Notice>
  )
}
