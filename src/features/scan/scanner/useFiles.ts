import { useEffect, useEffectEvent, useState } from 'react'
import type { Unusable } from '#src/features/scan/capture/decoder/code.ts'
import { readFile, type FileReading } from '#src/features/scan/capture/file/readFile.ts'
import type { Devices } from './useScanner.ts'

/** Why a file gave no code that can be submitted. */
export type FileFailure = Exclude<FileReading, { kind: 'codes' }>

/** What is known of the files that were chosen last. */
export interface FileNews {
  /** How many are still to be looked at. */
  waiting: number
  /** Files that gave nothing, each with the reason. */
  failures: { name: string; failure: FileFailure }[]
  /** Codes that wait for the member's word, because others beside them could not be used, and why not. */
  held: { codes: string[]; unusable: Unusable[] } | null
}

const noNews: FileNews = { waiting: 0, failures: [], held: null }

/**
 * Reads files that the member chooses, drops on the page or pastes. What all of them hold is handed over together; where some of
 * it cannot be used, the member is told first.
 */
export function useFiles(
  devices: Devices | null,
  onCodes: (codes: string[]) => Promise<void>,
): { news: FileNews; read: (files: readonly File[]) => void; goOn: () => void; dismiss: () => void } {
  const [news, setNews] = useState(noNews)

  async function readAll(files: readonly File[], { scanner, detector }: Devices): Promise<void> {
    const codes = new Set<string>()
    const unusable = new Set<Unusable>()
    const failures: FileNews['failures'] = []
    setNews({ ...noNews, waiting: files.length })
    await scanner.hold(async () => {
      for (const [index, file] of files.entries()) {
        const reading = await readFile(file, detector)
        if (reading.kind === 'codes') {
          for (const code of reading.codes) codes.add(code)
          for (const reason of reading.unusable) unusable.add(reason)
        } else failures.push({ name: file.name, failure: reading })
        setNews({ ...noNews, waiting: files.length - index - 1, failures: [...failures] })
      }
      const isWhole = failures.length === 0 && unusable.size === 0
      if (codes.size > 0 && isWhole) await onCodes([...codes])
      else if (codes.size > 0) setNews({ waiting: 0, failures, held: { codes: [...codes], unusable: [...unusable] } })
    })
  }

  function read(files: readonly File[]): void {
    if (devices && files.length > 0 && news.waiting === 0) void readAll(files, devices)
  }

  function goOn(): void {
    const codes = news.held?.codes
    setNews(noNews)
    if (codes && devices) void devices.scanner.hold(() => onCodes(codes))
  }

  useDroppedFiles(read)
  return { news, read, goOn, dismiss: () => setNews(noNews) }
}

/** Files dropped anywhere on the page or pasted into it, for as long as the component is shown. */
function useDroppedFiles(read: (files: readonly File[]) => void): void {
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    read(files)
  })
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    // Without this the browser opens the file in place of the app.
    document.addEventListener('dragover', (event) => event.preventDefault(), { signal })
    document.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    return () => ended.abort()
  }, [])
}
