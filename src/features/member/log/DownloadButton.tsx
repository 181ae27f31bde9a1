import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Language } from '#contract/language.ts'
import { type LoggedTransaction, pointTransactions } from '#contract/member/points.ts'
import { csvFile } from '#contract/schemas/csvLine.ts'
import { spreadsheetText } from '#contract/schemas/spreadsheetText.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'
import styles from './DownloadButton.module.css'
import type { LogSearch } from './logSearch.ts'
import { readWholeLog } from './readWholeLog.ts'

/** Saves every entry that passes the filter as a CSV file, which spreadsheets open. */
export function DownloadButton({ search }: { search: LogSearch }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const [stage, setStage] = useState<'idle' | 'reading' | 'failed'>('idle')
  const download = async () => {
    setStage('reading')
    const log = await readWholeLog(async (before) => {
      const answer = await clubClient.call(pointTransactions, { ...search, before }, { concurrent: true })
      return answer.ok ? answer.data : null
    })
    setStage(log ? 'idle' : 'failed')
    if (!log) return
    const headings = [t`Date`, t`Description`, t`Ticket number`, t`Points`, t`Balance`]
    saveFile(fileName(search), csvFile([headings, ...log.map((one) => cellsOf(one, lang, i18n))]))
  }
  return (
    <div className={styles['download']}>
      <Button busy={stage === 'reading'} onClick={() => void download()}>
        <Trans>Download as CSV</Trans>
      </Button>
      {stage === 'failed' && (
        <output className={styles['failed']}>
          <Icon name="alert" />
          <Trans>We couldn’t read the whole history. Check your connection and try again.</Trans>
        </output>
      )}
    </div>
  )
}

function cellsOf(transaction: LoggedTransaction, lang: Language, i18n: I18n): (string | number)[] {
  return [
    formatDate(transaction.created_at, lang),
    spreadsheetText(transactionMessage(transaction, lang, i18n)),
    spreadsheetText(transaction.ticket_no ?? ''),
    transaction.delta_balance,
    transaction.balance,
  ]
}

function fileName({ type, month }: LogSearch): string {
  return `${['club-bravo-points', month, type].filter(Boolean).join('-')}.csv`
}
