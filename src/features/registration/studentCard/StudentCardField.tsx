import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState, useCallback, type DragEvent, useEffect } from 'react'
import { maxStudentCardBytes } from '#contract/registration/studentCard.ts'
import { Button, buttonClass } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { FieldError } from '#src/ui/forms/FieldError.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { type CardFile, type CardProblem, maxPictureBytes, readCardFile, fileSize } from './cardFile.ts'
import styles from './StudentCardField.module.css'

const megabyte = 1024 * 1024
const photoMegabytes = maxPictureBytes / megabyte
const pdfMegabytes = maxStudentCardBytes / megabyte

/** For these types phones offer the camera, photos and files. HEIC is included because some browsers can open it. */
const accepted = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,application/pdf,.pdf'

interface StudentCardFieldProps {
  id: string
  label: ReactNode
  /** What the form says about the field. */
  error: string | undefined
  isRequired: boolean
  card: CardFile | null
  /** Whether a card was chosen in an earlier visit, which this device has not kept. */
  wasChosen: boolean
  onChange: (card: CardFile | null) => void
}

/** The student card: a picture or PDF that is chosen, photographed or dropped, and shown before it is sent. */
export function StudentCardField({ id, label, error, isRequired, card, wasChosen, onChange }: StudentCardFieldProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const choices = useRef(0)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<CardProblem | null>(null)
  const [status, setStatus] = useState('')

  const choose = async (file: File) => {
    choices.current += 1
    const choice = choices.current
    setReading(true)
    setProblem(null)
    setStatus(t`Opening the file…`)
    const reading = await readCardFile(file)
    // Another file was chosen meanwhile.
    if (choice !== choices.current) return
    setReading(false)
    setStatus(reading.kind === 'read' ? t`Your student card is attached.` : '')
    if (reading.kind === 'read') onChange(reading.card)
    else setProblem(reading.kind)
  }
  const remove = () => {
    onChange(null)
    setProblem(null)
    setStatus(t`Your student card was removed.`)
    input.current?.focus()
  }
  const drop = useFileDrop((file) => void choose(file))
  const shown = problem === null ? error : <ProblemText problem={problem} />
  const errorId = shown === undefined ? undefined : `${id}-error`
  const hintId = `${id}-hint`
  const picker = {
    type: 'file',
    'aria-invalid': errorId === undefined ? undefined : true,
    'aria-describedby': errorId === undefined ? hintId : `${hintId} ${errorId}`,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const [file] = currentTarget.files ?? []
      // Emptied, so that the same file can be chosen again.
      currentTarget.value = ''
      if (file !== undefined) void choose(file)
    },
  } as const
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <p id={hintId} className={styles['hint']}>
        <Trans>
          A photo (up to {photoMegabytes} MB) or a PDF (up to {pdfMegabytes} MB). Only our team sees it. We delete it a
          month after we’ve decided. If we don’t decide, we delete it six months after you send it or pay, whichever is
          later.
        </Trans>
        {wasChosen && card === null && (
          <>
            {' '}
            <strong>
              <Trans>Choose it again: for your privacy, this device doesn’t keep it.</Trans>
            </strong>
          </>
        )}
      </p>
      <div
        {...drop.handlers}
        className={styles['frame']}
        data-invalid={errorId === undefined ? undefined : ''}
        data-dragging={drop.isDragging ? '' : undefined}
      >
        {card !== null && <CardPreview card={card} />}
        <ButtonRow>
          <span className={styles['choice']}>
            <input {...picker} ref={input} id={id} accept={accepted} required={isRequired && card === null} />
            <label htmlFor={id} className={buttonClass('secondary')} aria-busy={isReading || undefined}>
              <Icon name="image" />
              {isReading ? (
                <Trans>Opening…</Trans>
              ) : card === null ? (
                <Trans>Choose a photo or PDF</Trans>
              ) : (
                <Trans>Choose another</Trans>
              )}
            </label>
          </span>
          <span className={`${styles['choice']} ${styles['camera']}`}>
            <input {...picker} id={`${id}-camera`} accept="image/*" capture="environment" />
            <label htmlFor={`${id}-camera`} className={buttonClass('secondary')}>
              <Icon name="camera" />
              <Trans>Take a photo</Trans>
            </label>
          </span>
          {card !== null && (
            <Button variant="quiet" onClick={remove} busy={isReading}>
              <Icon name="trash" />
              <Trans>Remove</Trans>
            </Button>
          )}
        </ButtonRow>
        <p className={`${styles['hint']} ${styles['drop']}`}>
          <Trans>Or drop the file here.</Trans>
        </p>
      </div>
      <FieldError id={errorId}>{shown}</FieldError>
      <output>
        <VisuallyHidden>{status}</VisuallyHidden>
      </output>
    </div>
  )
}

/** Why a file is no student card, and what to do. */
function ProblemText({ problem }: { problem: CardProblem }) {
  switch (problem) {
    case 'empty':
      return <Trans>This file is empty. Choose another one.</Trans>
    case 'too_large':
      return (
        <Trans>
          This file is too large. Choose a photo of up to {photoMegabytes} MB or a PDF of up to {pdfMegabytes} MB.
        </Trans>
      )
    case 'unsupported':
      return <Trans>We can’t open this file. Choose a photo (JPEG, PNG or WebP) or a PDF.</Trans>
    case 'heic':
      return (
        <Trans>
          This browser can’t open HEIC photos. Take a photo of the card here, or save this one as a JPEG and choose
          that.
        </Trans>
      )
    case 'locked':
      return <Trans>This PDF is password-protected. Choose one that opens without a password, or a photo.</Trans>
    case 'broken':
      return <Trans>This file is damaged or no longer there. Choose another one, or take a new photo.</Trans>
    case 'unavailable':
      return <Trans>We couldn’t open the photo. Check your connection and choose it again.</Trans>
  }
}

/** The card that will be sent: the picture itself, or the name of a PDF. */
function CardPreview({ card: { name, type, content } }: { card: CardFile }) {
  const { t } = useLingui()
  const showPicture = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return undefined
      const address = URL.createObjectURL(content)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [content],
  )
  return (
    <div className={styles['preview']}>
      {type !== 'application/pdf' && <img ref={showPicture} className={styles['picture']} alt={t`Your student card`} />}
      <p className={styles['facts']}>
        <Icon name="check" />
        <span>{name === '' ? <Trans>Photo</Trans> : name}</span>
        <span className={styles['size']}>{fileSize(content.size)}</span>
      </p>
    </div>
  )
}

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false

/**
 * Takes a file that is dropped on an element. Beside it, a dropped file does not replace the page, and with it the
 * form.
 */
function useFileDrop(onFile: (file: File) => void) {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const keepPage = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    addEventListener('dragover', keepPage)
    addEventListener('drop', keepPage)
    return () => {
      removeEventListener('dragover', keepPage)
      removeEventListener('drop', keepPage)
    }
  }, [])
  return {
    isDragging,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) setDragging(true)
      },
      onDragLeave: () => setDragging(false),
      onDrop: (event: DragEvent) => {
        setDragging(false)
        const [file] = event.dataTransfer.files
        if (file === undefined) return
        event.preventDefault()
        onFile(file)
      },
    },
  }
}
