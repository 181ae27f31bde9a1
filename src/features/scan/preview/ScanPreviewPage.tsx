import { useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { StaticContents } from '#contract/content.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { Page } from '#src/ui/Page.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { FamilyPreview } from './FamilyPreview.tsx'
import { statusMessage } from '#src/features/scan/status/statusContent.ts'
import { SinglePreview } from './SinglePreview.tsx'
import { StorageFault } from '#src/features/scan/StorageErrorNotice.tsx'
import { ticketKeysOf, useTicketReadings } from '#src/features/scan/ticket/useTicketReadings.ts'
import { ticketView } from '#src/features/scan/ticket/ticketView.ts'
import { UnsavedChange } from '#src/features/scan/ChangeNotSavedNotice.tsx'
import { usePreview } from './usePreview.ts'
import { useHallLight } from '#src/features/scan/settings/useHallMode.ts'
import { useScannerSettings } from '#src/features/scan/settings/useScannerSettings.ts'

interface ScanPreviewPageProps {
  memberId: string
  /** The scans of the address. */
  ids: readonly string[]
  /** The cached static contents, undefined where this phone has none yet. */
  contents: StaticContents | undefined
  /** Nothing is left to confirm or to wait for. */
  onDecided: (result: 'success' | 'failed') => void
  /** The member scans anew; every row of this page is gone. */
  onRetake: () => void
}

/** Shows what was scanned, follows the server's answer live, and asks for the member's word. Without scans it leads home. */
export function ScanPreviewPage({ memberId, ids, contents, onDecided, onRetake }: ScanPreviewPageProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  useHallLight(useScannerSettings().hall)
  const preview = usePreview(memberId, ids)
  const { scans, status, onward } = preview
  const codes = scans.map(({ entry }) => entry.code)
  const readings = useTicketReadings(codes, ticketKeysOf(contents))
  const [leaving, setLeaving] = useState(false)

  const decide = useEffectEvent(onDecided)
  useEffect(() => {
    if (onward !== 'stay') decide(onward)
  }, [onward])

  const tickets = scans.map(({ entry, stage }) => ({
    entry,
    stage,
    view: ticketView(entry.ticket, readings.get(entry.code), contents),
  }))
  const [first] = tickets
  const isFamily = ids.length > 1
  const found = statusMessage('found', contents, lang)

  const retake = async (entry: ScanEntry) => {
    const last = scans.length === 1
    setLeaving(last)
    const gone = await preview.discard(entry)
    if (gone && last) onRetake()
    else setLeaving(false)
  }

  if (status === 'ready' && !first && !leaving) return <Navigate to="/" replace />
  return (
    <Page title={isFamily ? t`Check your tickets` : t`Check your ticket`} narrow>
      {status === 'loading' && <Spinner label={t`Opening your scan…`} />}
      {status === 'failed' && <StorageFault onRetry={preview.reload} />}
      {preview.unsaved && <UnsavedChange />}
      {first && !isFamily && (
        <SinglePreview
          ticket={first}
          found={found}
          onConfirm={() => preview.confirm([first.entry])}
          onRetake={() => void retake(first.entry)}
        />
      )}
      {first && isFamily && (
        <FamilyPreview
          tickets={tickets}
          found={found}
          onConfirm={preview.confirm}
          onLeaveOut={(entry) => void retake(entry)}
        />
      )}
    </Page>
  )
}
