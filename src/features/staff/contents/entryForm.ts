import { defaultLanguage, inEachLanguage, type Language, languages } from '#contract/language.ts'
import type { Content, ContentGroup, FieldType } from '#contract/staff/contents.ts'
import { clubOffset, toField } from '../parts/clubTime.ts'

/** A picture for all languages, or one for some of them. */
export type PictureChoice = Partial<Record<Language, string>>

/** What a field of the form holds. A number is as somebody types it. */
export type FormValue = string | boolean | PictureChoice | readonly string[] | readonly PictureChoice[]

/** An entry as the form has it: every field and text of its group, also those that are empty. */
export interface EntryForm {
  fields: Readonly<Record<string, FormValue>>
  texts: Readonly<Record<string, Readonly<Record<Language, string>>>>
}

type Described = Pick<ContentGroup, 'fields' | 'texts'>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function pictureOf(value: unknown): PictureChoice {
  if (typeof value === 'string') return { [defaultLanguage]: value }
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    languages.flatMap((language) => (typeof value[language] === 'string' ? [[language, value[language]]] : [])),
  )
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function valueOf(type: FieldType, value: unknown): FormValue {
  switch (type.kind) {
    case 'flag':
      return value === true
    case 'picture':
      return pictureOf(value)
    case 'list': {
      const list: readonly unknown[] = Array.isArray(value) ? value : []
      if (type.of.kind === 'picture') return list.map(pictureOf)
      return type.of.kind === 'choice' ? list.map(textOf) : list.map(textOf).join('\n')
    }
    case 'line':
    case 'address':
    case 'number':
    case 'choice':
    case 'moment':
    case 'time':
    case 'validity':
      return textOf(value)
  }
}

/** The form of an entry; of a new one where there is none. */
export function formOf({ fields, texts }: Described, content: Content | null): EntryForm {
  return {
    fields: Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(type, content?.fields[name])])),
    texts: Object.fromEntries(
      texts.map(({ name }) => {
        const text = content?.texts[name]
        return [name, inEachLanguage((language) => text?.[language] ?? '')]
      }),
    ),
  }
}

/** What is no number stays as it is: the server says what it has to be. */
function numberOf(text: string): unknown {
  const own = text.trim()
  return /^-?\d+(?:\.\d+)?$/.test(own) ? Number(own) : own
}

/** A picture as an entry has it: a name, or one for each language; undefined without an English one. */
function choiceOf(picture: PictureChoice): unknown {
  const named = languages.flatMap((language) => (picture[language] ? [[language, picture[language]] as const] : []))
  if (named.length === 0) return undefined
  return named.length === 1 && picture[defaultLanguage] ? picture[defaultLanguage] : Object.fromEntries(named)
}

/** Whether a value is a picture's, and no list. */
export const isPicture = (value: unknown): value is PictureChoice => isRecord(value) && !Array.isArray(value)

function listOf(of: FieldType, value: FormValue): unknown[] {
  if (typeof value === 'string')
    return value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((one) => (of.kind === 'number' ? numberOf(one) : one))
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.map((one) => (isPicture(one) ? choiceOf(one) : one)).filter((one) => one !== undefined)
}

/** The value that an entry has; undefined where it has none. */
function storedOf(type: FieldType, value: FormValue, isRequired: boolean): unknown {
  if (type.kind === 'list') {
    const list = listOf(type.of, value)
    return list.length === 0 && !isRequired ? undefined : list
  }
  if (type.kind === 'flag') return value === true || isRequired ? value === true : undefined
  if (type.kind === 'picture') return isPicture(value) ? choiceOf(value) : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return type.kind === 'number' ? numberOf(value) : value
}

/** Whether a control shows the same for both: the one of a time has no seconds. */
function looksSame(type: FieldType, one: FormValue, other: FormValue): boolean {
  if (type.kind === 'moment' && typeof one === 'string' && typeof other === 'string')
    return one === other || (momentField(one) !== '' && momentField(one) === momentField(other))
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * What a form says, as it is sent; what is empty is left out. What nobody has changed stays as `begun` has it: the form
 * shows an empty list as it shows none, and they mean different things.
 */
export function contentOf({ fields, texts }: Described, form: EntryForm, begun: Content | null): Content {
  const stored = fields.map(({ name, type, isRequired }) => {
    const value = form.fields[name]
    if (value === undefined) return [name, undefined] as const
    const before = begun?.fields[name]
    const isUntouched = before !== undefined && looksSame(type, value, valueOf(type, before))
    return [name, isUntouched ? before : storedOf(type, value, isRequired)] as const
  })
  return {
    fields: Object.fromEntries(stored.filter(([, value]) => value !== undefined)),
    texts: Object.fromEntries(texts.map(({ name }) => [name, { ...form.texts[name] }])),
  }
}

/** A time as its field shows it; a text that is none is shown as nothing. */
export const momentField = (value: string): string => (Number.isNaN(Date.parse(value)) ? '' : toField(value))

/** What such a field says, as contents have it: in Hong Kong. */
export const momentText = (field: string): string => (field === '' ? '' : `${field}:00${clubOffset}`)

/** Whether two forms say the same. */
export const isSameForm = (one: EntryForm, other: EntryForm): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The entry that a copy begins with: with the next free place in its hundred, which is a topic or a part of a page. */
export function copyOf(content: Content, taken: readonly (number | null)[]): Content {
  const seq = content.fields['seq']
  if (typeof seq !== 'number') return content
  const first = Math.floor(seq / 100) * 100
  const places = Array.from({ length: 100 }, (_, at) => first + at)
  const isFree = (place: number) => !taken.includes(place)
  const next = places.find((place) => place > seq && isFree(place)) ?? places.find(isFree) ?? seq
  return { ...content, fields: { ...content.fields, seq: next } }
}
