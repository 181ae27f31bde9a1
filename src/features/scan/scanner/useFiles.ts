import { useEffect, useEffectEvent, useState } from 'react'
import type { UnusableReason } from '#src/features/scan/capture/decoder/code.ts'
import type { CodeDetector } from '#src/features/scan/capture/decoder/decoder.ts'
import { readFile, type FileReading } from '#src/features/scan/capture/file/readFile.ts'

/** Why a file gave no code that can be submitted. */
export type FileFailure = Exclude<FileReading, { kind: 'codes' }>

export interface FailedFile {
  /** Distinguishes files of the same name. */
  key: number
  name: string
  failure: FileFailure
}

/** The results of the files that were chosen last. */
export interface FilesOutcome {
  /** How many are still to be read. */
  waiting: number
  /** Files without a usable code, each with the reason. */
  failures: FailedFile[]
  /**
   * Codes that wait for the member's decision, because others in the same files cannot be used; `unusable` says why.
   */
  held: { codes: string[]; unusable: UnusableReason[]; goOn: () => Promise<void> } | null
}

const noOutcome: FilesOutcome = { waiting: 0, failures: [], held: null }

/** Runs a job that reads codes, while nothing else does. Settles with the job. */
export type WithDetector = (job: (detector: CodeDetector) => Promise<void>) => Promise<void>

/** Resolves to the codes that are settled: stored, or decided about. */
type OnCodes = (codes: string[]) => Promise<readonly string[]>

interface ReadOptions {
  /** The names of files that are known to be too large. */
  tooLarge?: readonly string[]
  /** Whether these files are only a part of what the member chose: then the codes wait for a decision. */
  isPartial?: boolean
  /** Takes their codes in place of the page's own `onCodes`. */
  onCodes?: OnCodes
  /** Called with the files that are done with: their codes are settled, or they have none. */
  onRead?: (files: readonly File[]) => void
}

export interface FilesControl {
  outcome: FilesOutcome
  read: (files: readonly File[], options?: ReadOptions) => void
  proceed: () => void
  dismiss: () => void
}

/**
 * Reads files that the member chooses, drops on the page or pastes. The codes of all files are passed on together; if
 * some cannot be used, the member decides first.
 */
export function useFiles(withDetector: WithDetector | null, onCodes: OnCodes): FilesControl {
  const [outcome, setOutcome] = useState(noOutcome)

  async function readAll(
    files: readonly File[],
    withOwnDetector: WithDetector,
    { tooLarge = [], isPartial = false, onCodes: take = onCodes, onRead }: ReadOptions,
  ): Promise<void> {
    const codes = new Set<string>()
    const unusable = new Set<UnusableReason>()
    const failures: FailedFile[] = []
    const fail = (name: string, failure: FileFailure) => failures.push({ key: failures.length, name, failure })
    for (const name of tooLarge) fail(name, { kind: 'too_large' })
    /** Those of each file that was read. */
    const codesOf = new Map<File, readonly string[]>()
    const finish = (settled: readonly string[]) =>
      onRead?.(files.filter((file) => codesOf.get(file)?.every((code) => settled.includes(code))))
    setOutcome({ ...noOutcome, failures: [...failures], waiting: files.length })
    await withOwnDetector(async (detector) => {
      for (const [index, file] of files.entries()) {
        const reading = await readFile(file, detector)
        if (reading.kind === 'codes') {
          codesOf.set(file, reading.codes)
          for (const code of reading.codes) codes.add(code)
          for (const reason of reading.unusable) unusable.add(reason)
        } else fail(file.name, reading)
        if (reading.kind !== 'codes' && reading.kind !== 'failed') codesOf.set(file, [])
        setOutcome({ ...noOutcome, waiting: files.length - index - 1, failures: [...failures] })
      }
      const isWhole = !isPartial && failures.length === 0 && unusable.size === 0
      if (codes.size > 0 && !isWhole) {
        const goOn = async () => finish(await take([...codes]))
        setOutcome({ waiting: 0, failures, held: { codes: [...codes], unusable: [...unusable], goOn } })
        return
      }
      finish(codes.size > 0 ? await take([...codes]) : [])
    })
  }

  function read(files: readonly File[], options: ReadOptions = {}): void {
    const isEmpty = files.length === 0 && !options.tooLarge?.length
    if (withDetector && !isEmpty && outcome.waiting === 0) void readAll(files, withDetector, options)
  }

  function proceed(): void {
    const { held } = outcome
    setOutcome(noOutcome)
    if (!held || !withDetector) return
    void withDetector(held.goOn)
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
