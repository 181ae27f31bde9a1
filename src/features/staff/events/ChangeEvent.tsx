import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { defaultLanguage, type Language, languages, languageTable, noText } from '#contract/language.ts'
import { changeEvent, type EventPlan, type ListedEvent } from '#contract/staff/events.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { useAct } from '../staffClient.ts'

/** Hong Kong has had this offset since 1979. */
const offset = '+08:00'
const offsetMs = 8 * 60 * 60 * 1000

/** A moment as a field for a date and a time shows it: in Hong Kong, to the minute. */
const toField = (moment: string | null) =>
  moment === null ? '' : new Date(Date.parse(moment) + offsetMs).toISOString().slice(0, 16)
const toMoment = (field: string) => (field === '' ? null : new Date(`${field}:00${offset}`).toISOString())

const planOf = ({ startsAt, venue, isPublished }: ListedEvent): EventPlan => ({
  startsAt,
  venue: venue ?? noText,
  isPublished,
})

/** Moves an event, withdraws it, or lets it take place after all. */
export function ChangeEvent({ event }: { event: ListedEvent }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>
        <Trans>Move or postpone…</Trans>
      </Button>
      {isOpen && <ChangeEventDialog event={event} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function ChangeEventDialog({ event, onClose }: { event: ListedEvent; onClose: () => void }) {
  const { t } = useLingui()
  const act = useAct(changeEvent)
  // As it was when the dialog opened, which the server compares with what is there now.
  const [from] = useState(() => planOf(event))
  const [startsAt, setStartsAt] = useState(toField(from.startsAt))
  const [venue, setVenue] = useState(from.venue)
  const [isWithdrawn, setIsWithdrawn] = useState(!from.isPublished)
  const reason = useReason()
  const save = () => {
    const words = reason.read()
    if (words === null) return
    // A time that nobody has changed keeps its seconds.
    const moment = startsAt === toField(from.startsAt) ? from.startsAt : toMoment(startsAt)
    act.mutate(
      {
        alias: event.alias,
        from,
        to: { startsAt: moment, venue, isPublished: !isWithdrawn },
        reason: words,
      },
      { onSuccess: ({ kind }) => (kind === 'saved' || kind === 'unchanged') && onClose() },
    )
  }
  return (
    <ConfirmDialog
      title={t`Move or postpone the event`}
      size="wide"
      tone="primary"
      confirm={<Trans>Save and tell everyone</Trans>}
      act={act}
      onConfirm={save}
      onClose={onClose}
    >
      <p>
        <Trans>Everyone who has places, or waits for them, gets an email within minutes.</Trans>
      </p>
      <TextField
        type="datetime-local"
        label={t`Begins`}
        hint={t`In Hong Kong time.`}
        value={startsAt}
        error={act.data?.kind === 'past' ? t`This time has passed. Enter one in the future.` : null}
        onChange={({ target }) => setStartsAt(target.value)}
      />
      {languages.map((language: Language) => (
        <TextField
          key={language}
          label={t`Venue in ${languageTable[language].name}`}
          lang={languageTable[language].tag}
          value={venue[language]}
          maxLength={200}
          error={
            language === defaultLanguage && act.data?.kind === 'no_venue' ? t`Enter the venue in English, too.` : null
          }
          onChange={({ target }) => setVenue({ ...venue, [language]: target.value })}
        />
      ))}
      <Checkbox
        label={t`Postpone until further notice`}
        hint={t`Members will no longer see it. Those with places keep them, in case it takes place after all.`}
        checked={isWithdrawn}
        onChange={({ target }) => setIsWithdrawn(target.checked)}
      />
      <ReasonField {...reason.field} hint={t`For the log: members don’t see it.`} missing={t`Say why.`} />
      <Refusal kind={act.data?.kind} />
    </ConfirmDialog>
  )
}

/** Why a change was not saved, where no field says it. */
function Refusal({ kind }: { kind: string | undefined }) {
  if (kind === 'changed' || kind === 'unknown')
    return (
      <Notice tone="warning">
        <Trans>
          Someone has changed this event in the meantime. Close this and look at it again: your change wasn’t saved.
        </Trans>
      </Notice>
    )
  if (kind === 'begun')
    return (
      <Notice tone="warning">
        <Trans>The event has begun, so nothing was changed.</Trans>
      </Notice>
    )
  return null
}
