import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import { keysOf } from '#contract/keysOf.ts'
import { type Language, languageTable } from '#contract/language.ts'
import { addressLines } from '#contract/registration/profileTable.ts'
import { Contact, correctContact, type MemberBooks } from '#contract/staff/members.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { addressMessage } from '#src/i18n/profileMessages.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { contactPartMessages } from '../messages.ts'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { useAct } from '../staffClient.ts'
import styles from './Members.module.css'

type Stored = MemberBooks['contact']
type Countries = MemberBooks['countries']
type Name = keyof Stored

interface Reader {
  i18n: I18n
  lang: Language
}

/** A month of birth is stored as its first day. */
const monthOf = (day: string) => day.slice(0, 7)

function countryName(id: string, countries: Countries, lang: Language): string {
  const known = countries.find((one) => one.id === id)
  return known ? localized(known.name, lang) : id
}

/** How a member is reached, the month of birth and the consent to news, as facts; a dash where nothing is known. */
export function contactFacts(contact: Stored, countries: Countries, { i18n, lang }: Reader): [string, string][] {
  const lines = addressLines.map((line) =>
    line === 'country' ? countryName(contact.country, countries, lang) : contact[line],
  )
  return [
    [i18n._(contactPartMessages.mobile), contact.mobile === '' ? '–' : `+${contact.country_code} ${contact.mobile}`],
    [i18n._(contactPartMessages.address), lines.filter(Boolean).join(languageTable[lang].comma) || '–'],
    [i18n._(contactPartMessages.birth), monthOf(contact.dob) || '–'],
    [i18n._(contactPartMessages.news), contact.receive_email_promotion ? i18n._(msg`yes`) : i18n._(msg`no`)],
  ]
}

const labels = {
  country_code: msg`Country code`,
  mobile: msg`Mobile`,
  dob: msg`Month of birth`,
  receive_email_promotion: msg`Send news and offers by email`,
}

const labelOf = (name: Name, country: string) =>
  name === 'country_code' || name === 'mobile' || name === 'dob' || name === 'receive_email_promotion'
    ? labels[name]
    : addressMessage(name, country)

/** Puts right how a member is reached: what changes is shown before it is saved. */
export function CorrectContact({ books }: { books: MemberBooks }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const { member, contact, countries } = books
  // As it was seen, which the server compares with what is there now.
  const [from, setFrom] = useState(contact)
  const [to, setTo] = useState(contact)
  const [isTried, setIsTried] = useState(false)
  /** What is to be saved, while that is asked once more. */
  const [asked, setAsked] = useState<{ to: v.InferOutput<typeof Contact>; reason: string } | null>(null)
  const act = useAct(correctContact)
  const reason = useReason()
  if (act.data?.kind === 'changed' && from !== contact) setFrom(contact)
  const change = (changed: Partial<Stored>) => {
    setTo({ ...to, ...changed })
    setIsTried(false)
    act.reset()
  }
  const textOf = (name: Name, value: Stored[Name]) => {
    if (typeof value === 'boolean') return value ? t`yes` : t`no`
    const text = name === 'country' ? countryName(value, countries, lang) : name === 'dob' ? monthOf(value) : value
    return text === '' ? '–' : text
  }
  const check = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    act.reset()
    const parsed = v.safeParse(Contact, to)
    const words = reason.read()
    // A month that is known is not removed by an empty field.
    if (parsed.success && words !== null)
      setAsked({ to: { ...parsed.output, dob: parsed.output.dob || from.dob }, reason: words })
  }
  const save = () =>
    asked &&
    act.mutate(
      { memberId: member.id, from, ...asked },
      {
        onSuccess: ({ kind }) => {
          setAsked(null)
          if (kind !== 'corrected') return
          showToast({ title: t`Contact details corrected`, tone: 'success' })
          setFrom(asked.to)
          setTo(asked.to)
          reason.clear()
          setIsTried(false)
          act.reset()
        },
      },
    )
  const faultOf = (name: Name) =>
    isTried && !v.is(Contact.entries[name], to[name])
      ? name === 'dob'
        ? t`Enter a year and a month, such as 1991-05.`
        : name === 'mobile' || name === 'country_code'
          ? t`Enter digits only.`
          : t`Shorten this, and use no special characters.`
      : null
  const changed = asked ? keysOf(from).filter((name) => from[name] !== asked.to[name]) : []
  return (
    <Disclosure title={t`Correct the contact details`}>
      <form className={styles['form']} onSubmit={check}>
        {(['country_code', 'mobile'] as const).map((name) => (
          <TextField
            key={name}
            label={i18n._(labels[name])}
            inputMode="tel"
            autoComplete="off"
            value={to[name]}
            error={faultOf(name)}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
        {addressLines.map((name) =>
          name === 'country' ? (
            <SelectField
              key={name}
              label={i18n._(addressMessage(name, to.country))}
              placeholder={t`None`}
              value={to.country}
              options={countries.map(({ id, name: called }) => ({ value: id, label: localized(called, lang) }))}
              onChange={({ target }) => change({ country: target.value })}
            />
          ) : (
            <TextField
              key={name}
              label={i18n._(addressMessage(name, to.country))}
              autoComplete="off"
              value={to[name]}
              error={faultOf(name)}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          ),
        )}
        <TextField
          label={i18n._(labels.dob)}
          hint={t`Year and month, such as 1991-05.`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={to.dob.endsWith('-01') && to.dob.length > 7 ? monthOf(to.dob) : to.dob}
          error={faultOf('dob')}
          onChange={({ target: { value } }) => change({ dob: /^\d{4}-\d\d$/.test(value) ? `${value}-01` : value })}
        />
        <Checkbox
          label={i18n._(labels.receive_email_promotion)}
          checked={to.receive_email_promotion}
          onChange={({ target }) => change({ receive_email_promotion: target.checked })}
        />
        <ReasonField {...reason.field} className={styles['reason']} />
        <div className={styles['outcome']}>
          <Button type="submit">
            <Trans>Preview the changes</Trans>
          </Button>
          {act.data && act.data.kind !== 'corrected' && (
            <Notice tone="warning">
              <Kept kind={act.data.kind} />
            </Notice>
          )}
        </div>
      </form>
      {asked !== null && (
        <ConfirmDialog
          title={<Trans>Correct these details?</Trans>}
          confirm={<Trans>Save the changes</Trans>}
          tone="primary"
          act={act}
          onConfirm={save}
          onClose={() => setAsked(null)}
        >
          {changed.length === 0 ? (
            <p>
              <Trans>Nothing has changed.</Trans>
            </p>
          ) : (
            <ul>
              {changed.map((name) => {
                const [head, was, is] = [
                  i18n._(labelOf(name, asked.to.country)),
                  textOf(name, from[name]),
                  textOf(name, asked.to[name]),
                ]
                return <li key={name}>{t`${head}: ${was} → ${is}`}</li>
              })}
            </ul>
          )}
          <p>
            <Trans>We email the member about which details were corrected.</Trans>
          </p>
        </ConfirmDialog>
      )}
    </Disclosure>
  )
}

type Kind = Exclude<AnswerOf<typeof correctContact>['kind'], 'corrected'>

/** Why nothing was corrected. */
function Kept({ kind }: { kind: Kind }) {
  switch (kind) {
    case 'unchanged':
      return <Trans>Nothing to save: these details haven’t changed.</Trans>
    case 'changed':
      return <Trans>Someone else has changed it in the meantime. Nothing was saved: look at it again.</Trans>
    case 'unknown_country':
      return <Trans>Choose a country from the list.</Trans>
    case 'closed':
    case 'unknown_member':
      return <Trans>This account is closed: nothing can be corrected.</Trans>
  }
}
