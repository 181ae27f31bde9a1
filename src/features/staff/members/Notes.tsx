import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { addNote, longestNote, type Note, removeNote } from '#contract/staff/members.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextArea } from '#src/ui/forms/TextArea.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { actorText } from '../acts.ts'
import { ActFailure } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { useAct } from '../staffClient.ts'
import styles from './Members.module.css'

interface NotesProps {
  memberId: string
  notes: readonly Note[]
  /** Whether the account is open: else nothing is added. */
  isOpen: boolean
}

/** What staff have written on a member for each other. */
export function Notes({ memberId, notes, isOpen }: NotesProps) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const removal = useAct(removeNote)
  /** The note that is to go, while that is asked once more. */
  const [asked, setAsked] = useState<Note | null>(null)
  const remove = ({ id }: Note) =>
    removal.mutate(
      { noteId: id },
      {
        onSuccess: ({ kind }) => {
          setAsked(null)
          if (kind === 'others')
            showToast({ title: t`Only the person who wrote it, or an owner, can remove it`, tone: 'danger' })
          else showToast({ title: t`Note removed`, tone: 'success' })
        },
      },
    )
  if (notes.length === 0 && !(may('member_note') && isOpen)) return null
  return (
    <section className={styles['notes']} aria-labelledby="notes">
      <h3 id="notes">
        <Trans>Notes</Trans>
      </h3>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note.id} className={styles['note']}>
              <p className={styles['noteText']}>{note.text}</p>
              <p className={styles['facts']}>
                {actorText(note.by, i18n)} · <When at={note.at} />
              </p>
              {may('member_note') && note.isRemovable && (
                <Button variant="quiet" onClick={() => setAsked(note)}>
                  <Trans>Remove this note</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {may('member_note') && isOpen && <NewNote memberId={memberId} />}
      {asked !== null && (
        <ConfirmDialog
          title={<Trans>Remove this note?</Trans>}
          confirm={<Trans>Remove it</Trans>}
          tone="danger"
          act={removal}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(null)}
        >
          <p className={styles['noteText']}>{asked.text}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function NewNote({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const act = useAct(addNote)
  const add = () => {
    setIsMissing(text.trim() === '')
    if (text.trim() === '') return
    act.mutate(
      { memberId, text },
      {
        onSuccess: ({ kind }) => {
          if (kind !== 'added') return
          setText('')
          showToast({ title: t`Note added`, tone: 'success' })
        },
      },
    )
  }
  return (
    <form
      className={styles['outcome']}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextArea
        className={styles['noteField']}
        label={t`New note`}
        hint={t`For the staff. The member reads it only if they download their data.`}
        rows={2}
        maxLength={longestNote}
        value={text}
        error={isMissing ? t`Write something first.` : null}
        onChange={({ target }) => {
          setText(target.value)
          setIsMissing(false)
          act.reset()
        }}
      />
      <Button type="submit" busy={act.isPending}>
        <Trans>Add the note</Trans>
      </Button>
      <ActFailure error={act.error} />
      {act.data && act.data.kind !== 'added' && (
        <Notice tone="warning">
          <Trans>This account is closed: nothing was changed.</Trans>
        </Notice>
      )}
    </form>
  )
}
