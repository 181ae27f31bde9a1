import { useEffect, useEffectEvent, useState } from 'react'
import type { FilesControl } from '#src/features/scan/scanner/useFiles.ts'
import { forgetLinkedTickets, isLinkWithoutTicket, linkedTickets } from '#src/sync/linkedTickets.ts'
import { receivedFiles } from '#src/sync/receivedTickets.ts'
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
  /** Settles when the codes are saved, or the member has decided about each. */
  onCodes: (codes: string[]) => Promise<void>
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
    const codes = linkedTickets()
    const next = isLinkWithoutTicket() ? 'not_a_ticket' : 'done'
    if (codes.length > 0) await onCodes(codes)
    forgetLinkedTickets(codes)
    return next
  })
  const takeFiles = useEffectEvent(async (): Promise<void> => {
    const rows = await receivedFiles.take(memberId)
    const ids = new Map<File, string>()
    for (const { id, name, content } of rows)
      if (content) ids.set(new File([content], name, { type: content.type }), id)
    const tooLarge = rows.filter(({ content }) => content === null)
    files.read([...ids.keys()], {
      isPartial,
      tooLarge: tooLarge.map(({ name }) => name),
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
