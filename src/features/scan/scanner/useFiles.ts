import { useEffect, useEffectEvent, useState } from 'react'
import type { UnusableReason } from '#src/features/scan/capture/decoder/code.ts'
import { readFile, type FileReading } from '#src/features/scan/capture/file/readFile.ts'
import type { ScannerDevices } from './useScanner.ts'

/** Why a file gave no code that can be submitted. */
export type FileFailure = Exclude<FileReading, { kind: 'codes' }>

/** The results of the files that were chosen last. */
export interface FilesOutcome {
  /** How many are still to be read. */
  waiting: number
  /** Files without a usable code, each with the reason. */
  failures: { name: string; failure: FileFailure }[]
  /** Codes that wait for the member's decision, because others in the same files cannot be used; `unusable` says why. */
  held: { codes: string[]; unusable: UnusableReason[] } | null
}

const noOutcome: FilesOutcome = { waiting: 0, failures: [], held: null }

/**
 * Reads files that the member chooses, drops on the page or pastes. The codes of all files are passed on together; if some cannot be
 * used, the member decides first.
 */
export function useFiles(
  devices: ScannerDevices | null,
  onCodes: (codes: string[]) => Promise<void>,
): { outcome: FilesOutcome; read: (files: readonly File[]) => void; proceed: () => void; dismiss: () => void } {
  const [outcome, setOutcome] = useState(noOutcome)

  async function readAll(files: readonly File[], { scanner, detector }: ScannerDevices): Promise<void> {
    const codes = new Set<string>()
    const unusable = new Set<UnusableReason>()
    const failures: FilesOutcome['failures'] = []
    setOutcome({ ...noOutcome, waiting: files.length })
    await scanner.hold(async () => {
      for (const [index, file] of files.entries()) {
        const reading = await readFile(file, detector)
        if (reading.kind === 'codes') {
          for (const code of reading.codes) codes.add(code)
          for (const reason of reading.unusable) unusable.add(reason)
        } else failures.push({ name: file.name, failure: reading })
        setOutcome({ ...noOutcome, waiting: files.length - index - 1, failures: [...failures] })
      }
      const isWhole = failures.length === 0 && unusable.size === 0
      if (codes.size > 0 && isWhole) await onCodes([...codes])
      else if (codes.size > 0)
        setOutcome({ waiting: 0, failures, held: { codes: [...codes], unusable: [...unusable] } })
    })
  }

  function read(files: readonly File[]): void {
    if (devices && files.length > 0 && outcome.waiting === 0) void readAll(files, devices)
  }

  function proceed(): void {
    const codes = outcome.held?.codes
    setOutcome(noOutcome)
    if (codes && devices) void devices.scanner.hold(() => onCodes(codes))
  }

  useDroppedFiles(read)
  return { outcome, read, proceed, dismiss: () => setOutcome(noOutcome) }
}

/** Reads files that are dropped anywhere on the page or pasted into it, while the component is mounted. */
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
    // Otherwise the browser would open the file instead of the app.
    document.addEventListener('dragover', (event) => event.preventDefault(), { signal })
    document.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    return () => ended.abort()
  }, [])
}
