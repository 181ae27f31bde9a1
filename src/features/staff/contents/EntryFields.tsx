import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { defaultLanguage, type Language, languages, languageTable, noText } from '#contract/language.ts'
import {
  addPicture,
  changedOnEvents,
  type ContentGroup,
  type ContentProblem,
  type FieldDescription,
  type FieldType,
  listPictures,
  maxPictureBytes,
  type NamedPicture,
  pictureEndings,
  type TextDescription,
} from '#contract/staff/contents.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { FieldError } from '#src/ui/forms/FieldError.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextArea } from '#src/ui/forms/TextArea.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure, Answered } from '../parts/Answered.tsx'
import { staffQuery, uploadFile } from '../staffClient.ts'
import styles from './Contents.module.css'
import { choiceText, fieldText } from './contentMessages.ts'
import { type EntryForm, type FormValue, isPicture, momentField, momentText, type PictureChoice } from './entryForm.ts'

interface EntryFieldsProps {
  group: ContentGroup
  form: EntryForm
  problems: readonly ContentProblem[]
  onChange: (form: EntryForm) => void
}

/** What the server says about a field, in its own words, which are English. */
export function Flaw({ flaw }: { flaw: string }) {
  if (flaw === 'is missing') return <Trans>Fill this in.</Trans>
  if (flaw === changedOnEvents)
    return (
      <Trans>
        The event has registrations: change this on the page <TextLink to="/events">Events</TextLink>.
      </Trans>
    )
  return <span lang={languageTable[defaultLanguage].tag}>{`${flaw.charAt(0).toUpperCase()}${flaw.slice(1)}.`}</span>
}

/** What is wrong with a field, or with its text in a language; null: nothing. */
function errorOf(problems: readonly ContentProblem[], field: string, language: Language | null): ReactNode {
  const own = problems.filter((one) => one.field === field && one.language === language)
  if (own.length === 0) return null
  return own.map(({ flaw }) => (
    <span key={flaw}>
      <Flaw flaw={flaw} />{' '}
    </span>
  ))
}

/** The texts and fields of an entry, as its group's table has them. */
export function EntryFields({ group, form, problems, onChange }: EntryFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      {group.texts.map((text) => (
        <TextInThree
          key={text.name}
          text={text}
          value={form.texts[text.name] ?? noText}
          problems={problems}
          onChange={(value) => onChange({ ...form, texts: { ...form.texts, [text.name]: value } })}
        />
      ))}
      {group.fields.length > 0 && (
        <fieldset className={styles['set']}>
          <legend>{t`In every language`}</legend>
          <div className={styles['fields']}>
            {group.fields.map((field) => (
              <EntryField
                key={field.name}
                field={field}
                value={form.fields[field.name] ?? ''}
                error={errorOf(problems, field.name, null)}
                onChange={(value) => onChange({ ...form, fields: { ...form.fields, [field.name]: value } })}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}

interface TextInThreeProps {
  text: TextDescription
  value: Readonly<Record<Language, string>>
  problems: readonly ContentProblem[]
  onChange: (value: Readonly<Record<Language, string>>) => void
}

/** A text in three languages, side by side where there is room. */
function TextInThree({ text, value, problems, onChange }: TextInThreeProps) {
  const { t, i18n } = useLingui()
  const name = fieldText(text.name, i18n)
  return (
    <fieldset className={styles['set']}>
      <legend>{text.isRequired ? name : t`${name} (optional)`}</legend>
      <div className={styles['three']}>
        {languages.map((language) => {
          const { tag, name: languageName } = languageTable[language]
          const props = {
            label: languageName,
            lang: tag,
            value: value[language],
            error: errorOf(problems, text.name, language),
          }
          const isUntranslated =
            language !== defaultLanguage && value[defaultLanguage].trim() !== '' && value[language].trim() === ''
          return (
            <div key={language} className={styles['language']}>
              {text.kind === 'line' ? (
                <TextField
                  {...props}
                  autoComplete="off"
                  onChange={({ target }) => onChange({ ...value, [language]: target.value })}
                />
              ) : (
                <TextArea
                  {...props}
                  rows={8}
                  onChange={({ target }) => onChange({ ...value, [language]: target.value })}
                />
              )}
              {isUntranslated && (
                <Badge tone="warning">
                  <Trans>Not translated: members read another language</Trans>
                </Badge>
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The id of an error that belongs to a set of controls; undefined where there is none. */
function useErrorId(error: ReactNode): string | undefined {
  const id = useId()
  return error === null ? undefined : id
}

interface FieldProps {
  field: FieldDescription
  value: FormValue
  error: ReactNode
  onChange: (value: FormValue) => void
}

const isText = (value: FormValue): value is string => typeof value === 'string'
const isPictures = (value: FormValue): value is readonly PictureChoice[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object')
const isTexts = (value: FormValue): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** The control for a field of any type. */
function EntryField({ field, value, error, onChange }: FieldProps) {
  const { t, i18n } = useLingui()
  const { type, isRequired } = field
  const name = fieldText(field.name, i18n)
  const label = isRequired ? name : t`${name} (optional)`
  if (type.kind === 'flag')
    return (
      <Checkbox
        label={name}
        checked={value === true}
        error={error}
        onChange={({ target }) => onChange(target.checked)}
      />
    )
  if (type.kind === 'choice')
    return (
      <SelectField
        label={label}
        value={isText(value) ? value : ''}
        placeholder={t`Choose one`}
        options={type.options.map((option) => ({ value: option, label: choiceText(option, i18n) }))}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (type.kind === 'picture')
    return (
      <PictureField
        label={label}
        value={isPicture(value) ? value : {}}
        error={error}
        onChange={(picture) => onChange(picture ?? {})}
      />
    )
  if (type.kind === 'list')
    return <ListField label={label} of={type.of} value={value} error={error} onChange={onChange} />
  return <LineField label={label} type={type} value={isText(value) ? value : ''} error={error} onChange={onChange} />
}

interface LineFieldProps {
  label: string
  type: FieldType
  value: string
  error: ReactNode
  onChange: (value: string) => void
}

function LineField({ label, type, value, error, onChange }: LineFieldProps) {
  const { t } = useLingui()
  const props = { label, error, autoComplete: 'off' }
  switch (type.kind) {
    case 'moment':
      return (
        <TextField
          {...props}
          type="datetime-local"
          hint={t`In Hong Kong time.`}
          value={momentField(value)}
          onChange={({ target }) => onChange(momentText(target.value))}
        />
      )
    case 'time':
      return <TextField {...props} type="time" value={value} onChange={({ target }) => onChange(target.value)} />
    case 'number':
      return (
        <TextField
          {...props}
          inputMode={type.step < 1 ? 'decimal' : 'numeric'}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'address':
      return (
        <TextField
          {...props}
          type="url"
          hint={t`It begins with https://`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'validity':
      return (
        <TextField
          {...props}
          hint={t`Such as “60 days” or “3 months”, in English.`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'line':
    case 'flag':
    case 'choice':
    case 'picture':
    case 'list':
      return <TextField {...props} value={value} onChange={({ target }) => onChange(target.value)} />
  }
}

interface ListFieldProps {
  label: string
  of: FieldType
  value: FormValue
  error: ReactNode
  onChange: (value: FormValue) => void
}

function ListField({ label, of, value, error, onChange }: ListFieldProps) {
  const { t, i18n } = useLingui()
  const errorId = useErrorId(error)
  if (of.kind === 'picture')
    return <PictureList label={label} pictures={isPictures(value) ? value : []} error={error} onChange={onChange} />
  if (of.kind === 'choice') {
    const chosen = isTexts(value) ? value : []
    return (
      <fieldset className={styles['set']} aria-describedby={errorId}>
        <legend>{label}</legend>
        {of.options.map((option) => (
          <Checkbox
            key={option}
            label={choiceText(option, i18n)}
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              onChange(of.options.filter((one) => (one === option ? target.checked : chosen.includes(one))))
            }
          />
        ))}
        <FieldError id={errorId}>{error}</FieldError>
      </fieldset>
    )
  }
  return (
    <TextArea
      label={label}
      hint={t`Put each on a line of its own, and no comma in a number.`}
      autoComplete="off"
      value={isText(value) ? value : ''}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface PictureListProps {
  label: string
  pictures: readonly PictureChoice[]
  error: ReactNode
  onChange: (pictures: readonly PictureChoice[]) => void
}

function PictureList({ label, pictures, error, onChange }: PictureListProps) {
  const { t } = useLingui()
  // The same picture may stand in a list twice, and another one takes its place: neither says which field it is.
  const [keys, setKeys] = useState(() => pictures.map((_, at) => at))
  if (keys.length !== pictures.length) setKeys(pictures.map((_, at) => at))
  const change = (at: number, next: PictureChoice | null) => {
    if (next === null) setKeys(keys.toSpliced(at, 1))
    onChange(next === null ? pictures.toSpliced(at, 1) : pictures.toSpliced(at, 1, next))
  }
  const add = (next: PictureChoice | null) => {
    if (next === null) return
    setKeys([...keys, Math.max(-1, ...keys) + 1])
    onChange([...pictures, next])
  }
  return (
    <fieldset className={`${styles['set']} ${styles['wide']}`}>
      <legend>{label}</legend>
      <div className={styles['fields']}>
        {pictures.map((picture, at) => (
          <PictureField
            key={keys[at]}
            label={t`Picture ${at + 1}`}
            value={picture}
            error={null}
            onChange={(next) => change(at, next)}
          />
        ))}
        <PictureField label={t`Another picture`} value={{}} error={error} onChange={add} />
      </div>
    </fieldset>
  )
}

interface PictureFieldProps {
  label: string
  value: PictureChoice
  error: ReactNode
  /** null: there is to be none. */
  onChange: (value: PictureChoice | null) => void
}

/** A picture for all languages, or another one for some of them. */
function PictureField({ label, value, error, onChange }: PictureFieldProps) {
  const { t } = useLingui()
  const [choosing, setChoosing] = useState<Language | null>(null)
  const { data } = useQuery(staffQuery(listPictures, {}))
  const errorId = useErrorId(error)
  const hasOwn = languages.some((language) => language !== defaultLanguage && value[language])
  const [isForEach, setForEach] = useState(hasOwn)
  const shown: readonly Language[] = isForEach ? languages : [defaultLanguage]
  const change = (language: Language, name: string | null) => {
    const { [language]: _before, ...others } = value
    const next = name === null ? others : { ...others, [language]: name }
    onChange(Object.keys(next).length === 0 ? null : next)
  }
  return (
    <fieldset className={styles['set']} aria-describedby={errorId}>
      <legend>{label}</legend>
      {shown.map((language) => {
        const name = value[language]
        const languageName = languageTable[language].name
        const picture = data?.pictures.find((one) => one.name === name)
        return (
          <div key={language} className={styles['picture']}>
            {isForEach && <span>{languageName}</span>}
            {picture && <Picture image={picture.image} alt={picture.name} sizes="9rem" className={styles['thumb']} />}
            {name !== undefined && <span className={styles['soft']}>{name}</span>}
            <div className={styles['row']}>
              <Button
                aria-label={isForEach ? t`${label}, ${languageName}: choose a picture` : t`${label}: choose a picture`}
                onClick={() => setChoosing(language)}
              >
                <Trans>Choose…</Trans>
              </Button>
              {name !== undefined && (
                <Button
                  variant="quiet"
                  aria-label={isForEach ? t`${label}, ${languageName}: no picture` : t`${label}: no picture`}
                  onClick={() => change(language, null)}
                >
                  <Trans>No picture</Trans>
                </Button>
              )}
            </div>
          </div>
        )
      })}
      {value[defaultLanguage] !== undefined && !isForEach && (
        <Button variant="quiet" onClick={() => setForEach(true)}>
          <Trans>Another picture for Chinese</Trans>
        </Button>
      )}
      <FieldError id={errorId}>{error}</FieldError>
      {choosing && (
        <PictureDialog
          onClose={() => setChoosing(null)}
          onChoose={(name) => {
            change(choosing, name)
            setChoosing(null)
          }}
        />
      )}
    </fieldset>
  )
}

interface PictureDialogProps {
  onClose: () => void
  onChoose: (name: string) => void
}

/** The pictures that there are, and a file to add another one. It has a form of its own, so it stands in no other. */
function PictureDialog({ onClose, onChoose }: PictureDialogProps) {
  const { t } = useLingui()
  const query = useQuery(staffQuery(listPictures, {}))
  const [text, setText] = useState('')
  return createPortal(
    <Dialog open onClose={onClose} title={t`Choose a picture`} size="wide">
      <div className={styles['part']}>
        <AddPicture onAdded={(picture) => onChoose(picture.name)} />
        <TextField
          type="search"
          label={t`Find`}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Answered query={query}>
          {({ pictures }) => (
            <div className={styles['pictures']}>
              {pictures
                .filter(({ name }) => name.includes(text.trim().toLowerCase()))
                .map(({ name, image }) => (
                  <button key={name} type="button" onClick={() => onChoose(name)}>
                    <Picture image={image} alt="" sizes="9rem" />
                    {name}
                  </button>
                ))}
            </div>
          )}
        </Answered>
      </div>
    </Dialog>,
    document.body,
  )
}

/** A name for a file's picture, as contents name pictures. */
const nameOf = (file: string) =>
  file
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')

function AddPicture({ onAdded }: { onAdded: (picture: NamedPicture) => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const ending = pictureEndings.find((one) => file?.name.toLowerCase().endsWith(`.${one}`))
  const isTooLarge = file !== null && file.size > maxPictureBytes
  const act = useMutation({
    mutationFn: (chosen: { file: File; name: string; ending: (typeof pictureEndings)[number] }) =>
      uploadFile(addPicture, { name: chosen.name, ending: chosen.ending }, chosen.file, {
        isLast: () => true,
        onLine: () => undefined,
      }),
    onSuccess: async (answer) => {
      if (answer.kind !== 'added') return
      await queries.invalidateQueries({ queryKey: staffQuery(listPictures, {}).queryKey })
      onAdded(answer.picture)
    },
  })
  const fileError =
    file === null
      ? null
      : ending === undefined
        ? t`Choose a picture whose name ends in .svg, .png, .jpg or .webp.`
        : isTooLarge
          ? t`Choose a picture of up to 20 MB.`
          : act.data?.kind === 'refused' && act.data.field === 'file' && <Flaw flaw={`the file ${act.data.flaw}`} />
  const [isAsked, setIsAsked] = useState(false)
  const isMissing = isAsked && name.trim() === ''
  const nameError = isMissing ? (
    <Trans>Fill this in.</Trans>
  ) : act.data?.kind === 'taken' ? (
    t`There’s already a picture with this name. Enter another.`
  ) : (
    act.data?.kind === 'refused' && act.data.field === 'name' && <Flaw flaw={act.data.flaw} />
  )
  const add = () => {
    setIsAsked(true)
    if (file === null || ending === undefined || isTooLarge || name.trim() === '' || act.isPending) return
    act.mutate({ file, name: name.trim(), ending })
  }
  return (
    <form
      className={styles['part']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React takes it to the form around the dialog, too.
        event.stopPropagation()
        add()
      }}
    >
      <div className={styles['fields']}>
        <TextField
          type="file"
          label={t`Add a picture from this device`}
          accept={pictureEndings.map((one) => `.${one}`).join(',')}
          error={fileError}
          onChange={({ target }) => {
            const chosen = target.files?.[0] ?? null
            act.reset()
            setFile(chosen)
            setName(chosen ? nameOf(chosen.name) : '')
          }}
        />
        {file !== null && (
          <TextField
            label={t`Name of the picture`}
            hint={t`Small letters, digits and hyphens.`}
            autoComplete="off"
            maxLength={120}
            value={name}
            error={nameError}
            onChange={({ target }) => {
              act.reset()
              setName(target.value)
            }}
          />
        )}
      </div>
      <ActFailure error={act.error} />
      {file !== null && ending !== undefined && !isTooLarge && (
        <div className={styles['row']}>
          <Button type="submit" busy={act.isPending}>
            <Trans>Add and use it</Trans>
          </Button>
        </div>
      )}
      {file === null && (
        <Notice tone="info">
          <Trans>The next import removes pictures that no entry and no draft uses.</Trans>
        </Notice>
      )}
    </form>
  )
}
