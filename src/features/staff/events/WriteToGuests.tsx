import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { defaultLanguage, languages, languageTable, noText } from '#contract/language.ts'
import { guestGroups, type ListedEvent, longestMessage, longestSubject, writeToGuests } from '#contract/staff/events.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextArea } from '#src/ui/forms/TextArea.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { useDone } from '../parts/useUndo.ts'
import { useAct } from '../staffClient.ts'
import styles from './EventsPage.module.css'

const groupMessages = {
  registered: msg`Who has places`,
  waiting: msg`Who waits`,
  all: msg`Both`,
} as const

/** A message to the guests of an event: how many get it and how it reads is shown before it is sent. */
export function WriteToGuests({ event: { alias } }: { event: ListedEvent }) {
  const { t, i18n } = useLingui()
  const tellDone = useDone()
  const check = useAct(writeToGuests)
  const act = useAct(writeToGuests)
  const [to, setTo] = useState<(typeof guestGroups)[number]>('registered')
  const [subject, setSubject] = useState(noText)
  const [text, setText] = useState(noText)
  const [isTried, setIsTried] = useState(false)
  const isWhole = languages.every((one) => subject[one].trim() !== '' && text[one].trim() !== '')
  const request = { alias, to, subject, text }
  /** What was shown is not what would be sent. */
  const forget = () => {
    check.reset()
    act.reset()
  }
  const preview = (submit: FormEvent) => {
    submit.preventDefault()
    setIsTried(true)
    act.reset()
    if (isWhole) check.mutate({ ...request, isDryRun: true })
  }
  const send = () =>
    act.mutate(
      { ...request, isDryRun: false },
      {
        onSuccess: (answer) => {
          if (answer.kind !== 'sent') return
          tellDone(t`The message is on its way.`, [answer.undo])
          setSubject(noText)
          setText(noText)
          setIsTried(false)
          check.reset()
        },
      },
    )
  const missing = (words: string) => (isTried && words.trim() === '' ? t`Enter it in each language.` : null)
  const shown = check.data
  const refusal = act.data ?? check.data
  return (
    <Disclosure title={t`Write to the guests`}>
      <form className={styles['message']} noValidate onSubmit={preview}>
        <SelectField
          label={t`To`}
          value={to}
          options={guestGroups.map((one) => ({ value: one, label: i18n._(groupMessages[one]) }))}
          onChange={({ target }) => {
            setTo(guestGroups.find((one) => one === target.value) ?? 'registered')
            forget()
          }}
        />
        {languages.map((language) => {
          const { name, tag } = languageTable[language]
          return (
            <fieldset key={language}>
              <legend lang={tag}>{name}</legend>
              <TextField
                label={t`Subject`}
                lang={tag}
                value={subject[language]}
                maxLength={longestSubject}
                error={missing(subject[language])}
                onChange={({ target }) => {
                  setSubject({ ...subject, [language]: target.value })
                  forget()
                }}
              />
              <TextArea
                label={t`Message`}
                lang={tag}
                value={text[language]}
                maxLength={longestMessage}
                error={missing(text[language])}
                onChange={({ target }) => {
                  setText({ ...text, [language]: target.value })
                  forget()
                }}
              />
            </fieldset>
          )
        })}
        <ButtonRow>
          <Button type="submit" busy={check.isPending}>
            <Trans>Preview</Trans>
          </Button>
        </ButtonRow>
      </form>
      <ActFailure error={act.error ?? check.error} />
      {refusal?.kind === 'nobody' && (
        <Notice tone="warning">
          <Trans>There’s no one to write to.</Trans>
        </Notice>
      )}
      {refusal?.kind === 'repeated' && (
        <Notice tone="warning">
          <Trans>This message was already sent to them within a day. Nothing was sent again.</Trans>
        </Notice>
      )}
      {refusal?.kind === 'unknown' && (
        <Notice tone="warning">
          <Trans>This event isn’t there any more.</Trans>
        </Notice>
      )}
      {shown?.kind === 'checked' && (
        <>
          <p>
            <output>
              <Plural value={shown.count} one="# person gets this email." other="# people get this email." />
            </output>
          </p>
          {languages.map((language) => (
            <Disclosure
              key={language}
              level={4}
              title={languageTable[language].name}
              defaultOpen={language === defaultLanguage}
            >
              <div lang={languageTable[language].tag}>
                <p>
                  <strong>{shown.mails[language].subject}</strong>
                </p>
                <p className={styles['mail']}>{shown.mails[language].text}</p>
              </div>
            </Disclosure>
          ))}
          <ButtonRow>
            <Button variant="primary" busy={act.isPending} onClick={send}>
              <Plural value={shown.count} one="Send # email" other="Send # emails" />
            </Button>
          </ButtonRow>
        </>
      )}
    </Disclosure>
  )
}
