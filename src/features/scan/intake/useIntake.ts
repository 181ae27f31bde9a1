import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentLanguage } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { scanSearchValue } from '#src/features/scan/scanSearch.ts'
import { ticketKeysOf } from '#src/features/ticket/useTicketReadings.ts'
import type { IntakeIssue } from './intake.ts'
import { emptyState, openIntakeFlow } from './intakeFlow.ts'

/** Codes on their way to the outbox, with the issues that the member has to decide. See `IntakeFlow`. */
export interface IntakeControl {
  issues: readonly IntakeIssue[]
  /** Whether the issues are a list on a page, rather than a question over the camera. */
  isList: boolean
  /** How many scans of this reading are saved already. */
  savedCount: number
  /** Codes that are being saved now. */
  busyCodes: ReadonlySet<string>
  /** Settles when the codes are saved, or the member has decided about each: with those codes. */
  receive: (codes: string[]) => Promise<string[]>
  submit: (code: string) => Promise<void>
  dismissAll: () => Promise<void>
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the preview, and the member's scans: those whose tickets have just been read once more. */
    scannedBefore?: string[]
  }
}

interface IntakeOptions {
  memberId: string
  /** The codes come from a scanner, which goes on; otherwise from elsewhere, to a page that is left for good. */
  isScanner: boolean
}

/**
 * Moves codes into the outbox of a member, and continues to the preview of what was saved; to the member's scans where
 * all of it was known.
 */
export function useIntake({ memberId, isScanner }: IntakeOptions): IntakeControl {
  const navigate = useNavigate()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const [{ intake, busyCodes }, show] = useState(emptyState)
  const [flow] = useState(() => openIntakeFlow(show))
  const dependencies = {
    outbox: scanOutbox,
    memberId,
    keys: ticketKeysOf(contents),
    origin: location.origin,
    isInPlace: isScanner,
    // In the language of that moment: a member may change it while a picture is read.
    onSaved: (ids: readonly string[], known: readonly string[]) =>
      navigate({
        to: '/$lang/scan-preview',
        params: { lang: currentLanguage() },
        search: { scan: scanSearchValue(ids) },
        state: { scannedBefore: [...known] },
        replace: !isScanner,
      }),
    onNothingToConfirm: (ids: readonly string[]) =>
      navigate({
        to: '/$lang/my-scans',
        params: { lang: currentLanguage() },
        state: { scannedBefore: [...ids] },
        replace: !isScanner,
      }),
  }
  return {
    issues: intake.issues,
    isList: intake.issues.length > 0 && (!isScanner || intake.issues.length + intake.savedIds.length > 1),
    savedCount: intake.savedIds.length,
    busyCodes,
    receive: (codes) => flow.receive(codes, dependencies),
    submit: (code) => flow.submit(code, dependencies),
    dismissAll: () => flow.dismissAll(dependencies),
  }
}
