import { useEffect, useEffectEvent, useState } from 'react'
import { canonicalCode } from '#contract/scan/ticket.ts'
import type { FilesControl } from '#src/features/scan/scanner/useFiles.ts'
import {
  forgetLinkedTickets,
  isLinkWithoutTicket,
  linkedTickets,
  receivedFiles,
} from '#src/outbox/page/receivedTickets.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { watchLaunchedFiles } from './receiveTickets.ts'

/**
 * - opening: what came is being looked for, and taken in.
 * - not_a_ticket: the address has no ticket after its `#`.
 * - failed: this browser's storage does not answer.
 * - done: there is nothing more.
 */
export type ReceivingStatus = 'opening' | 'not_a_ticket' | 'failed' | 'done'

interface ReceivingOptions {
  memberId: string
  /** Whether everything is there that tickets are read with. */
  isReady: boolean
  /** Whether some of the shared files did not arrive. */
  isPartial: boolean
  files: FilesControl
  /** Settles when the codes are saved, or the member has decided about each: with those codes. */
  onCodes: (codes: string[]) => Promise<string[]>
}

/** Takes in the tickets that came by an address or from another app: at first, and when more come. */
export function useReceivedTickets({
  memberId,
  isReady,
  isPartial,
  files,
  onCodes,
}: ReceivingOptions): ReceivingStatus {
  const [status, setStatus] = useState<ReceivingStatus>('opening')

  const takeLinked = useEffectEvent(async (): Promise<ReceivingStatus> => {
    const codes = linkedTickets(memberId)
    const next = isLinkWithoutTicket() ? 'not_a_ticket' : 'done'
    forgetLinkedTickets(codes.length > 0 ? await onCodes(codes) : [])
    return next
  })
  const takeFiles = useEffectEvent(async (): Promise<void> => {
    const all = await receivedFiles.take(memberId)
    // Those that a visitor has shared go first: the question whose they are then takes the place of this page.
    const visitors = all.filter((file) => file.memberId === null)
    const rows = visitors.length > 0 ? visitors : all
    const ids = new Map<File, string>()
    for (const { id, name, content } of rows)
      if (content) ids.set(new File([content], name, { type: content.type }), id)
    const tooLarge = rows.filter(({ content }) => content === null)
    files.read([...ids.keys()], {
      isPartial,
      tooLarge: tooLarge.map(({ name }) => name),
      ...(visitors.length > 0 && { onCodes: keepForVisitor }),
      onRead: (read) => void receivedFiles.forget(read.flatMap((file) => ids.get(file) ?? [])).catch(() => undefined),
    })
    await receivedFiles.forget(tooLarge.map(({ id }) => id))
  })

  useEffect(() => {
    if (!isReady) return
    let left = false
    const take = async () => {
      const next = await takeLinked()
      // Its preview is open: files wait for the next visit.
      if (left) return
      await takeFiles()
      setStatus(next)
    }
    const start = () => void take().catch(() => setStatus('failed'))
    start()
    const stop = watchLaunchedFiles(start)
    return () => {
      left = true
      stop()
    }
  }, [isReady])

  return status
}

/** Makes visitor's scans of these. Resolves to the codes that this device has stored. */
async function keepForVisitor(codes: readonly string[]): Promise<string[]> {
  const kept: string[] = []
  for (const code of codes) {
    const { kind } = await scanOutbox.keep(canonicalCode(code, location.origin))
    if (kind !== 'failed') kept.push(code)
  }
  return kept
}
