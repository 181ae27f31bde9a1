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
  /** How many scans of this reading are saved already. */
  savedCount: number
  /** Codes that are being saved now. */
  busyCodes: ReadonlySet<string>
  /** Settles when the codes are saved, or the member has decided about each: with those codes. */
  receive: (codes: string[]) => Promise<string[]>
  submit: (code: string) => Promise<void>
  dismissAll: () => Promise<void>
}

interface IntakeOptions {
  memberId: string
  /** Whether the preview replaces this page in the history. */
  replace?: boolean
}

/** Moves codes into the outbox of a member, and continues to the preview of what was saved. */
export function useIntake({ memberId, replace = false }: IntakeOptions): IntakeControl {
  const navigate = useNavigate()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const [{ intake, busyCodes }, show] = useState(emptyState)
  const [flow] = useState(() => openIntakeFlow(show))
  const dependencies = {
    outbox: scanOutbox,
    memberId,
    keys: ticketKeysOf(contents),
    origin: location.origin,
    // In the language of that moment: a member may change it while a picture is read.
    onSaved: (ids: readonly string[]) =>
      navigate({
        to: '/$lang/scan-preview',
        params: { lang: currentLanguage() },
        search: { scan: scanSearchValue(ids) },
        replace,
      }),
  }
  return {
    issues: intake.issues,
    savedCount: intake.savedIds.length,
    busyCodes,
    receive: (codes) => flow.receive(codes, dependencies),
    submit: (code) => flow.submit(code, dependencies),
    dismissAll: () => flow.dismissAll(dependencies),
  }
}
