import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { inEachLanguage, languages, LocalizedText } from '#contract/language.ts'
import { Count } from '#contract/schemas/count.ts'
import { Image } from '#contract/schemas/image.ts'
import { DoneBy, Moment, Nothing } from './schemas.ts'

/**
 * What a field of an entry takes. `least` and `most` are the limits of a number, `step` the least difference. `list`:
 * several of `of`; of a choice, each once.
 */
const simpleTypes = [
  v.object({ kind: v.literal('line') }),
  v.object({ kind: v.literal('address') }),
  v.object({ kind: v.literal('number'), least: v.number(), most: v.number(), step: v.number() }),
  v.object({ kind: v.literal('flag') }),
  v.object({ kind: v.literal('choice'), options: v.array(v.string()) }),
  v.object({ kind: v.literal('moment') }),
  v.object({ kind: v.literal('time') }),
  v.object({ kind: v.literal('validity') }),
  v.object({ kind: v.literal('picture') }),
] as const
const SimpleType = v.variant('kind', simpleTypes)
const FieldType = v.variant('kind', [...simpleTypes, v.object({ kind: v.literal('list'), of: SimpleType })])
export type FieldType = v.InferOutput<typeof FieldType>

/** A field that is the same in every language. */
const FieldDescription = v.object({ name: v.string(), isRequired: v.boolean(), type: FieldType })
export type FieldDescription = v.InferOutput<typeof FieldDescription>

/** A text in three languages: plain text on one line, or Markdown. A required one is so in English. */
const TextDescription = v.object({
  name: v.string(),
  isRequired: v.boolean(),
  kind: v.picklist(['line', 'markdown']),
})
export type TextDescription = v.InferOutput<typeof TextDescription>

/** A text of well-formed characters: others cannot be stored. */
const Stored = v.pipe(v.string(), v.regex(/^\P{Cs}*$/u))
/** One that is compared with what is stored: no such text has a NUL. */
const Comparable = v.pipe(v.string(), v.regex(/^[^\p{Cs}\0]*$/u))
const Group = v.pipe(Comparable, v.maxLength(60))
const Key = v.pipe(Comparable, v.maxLength(200))
const GroupAndKey = { group: Group, key: Key }

/** A field's value as the contents' folder has it; a text in the languages in which it is written. */
const Fields = v.record(v.string(), v.unknown())
const Texts = v.record(v.string(), v.object(inEachLanguage(() => v.optional(v.string()))))
const StoredText = v.object(inEachLanguage(() => v.optional(Stored)))

/** What an entry says. */
const Content = v.object({ fields: Fields, texts: Texts })
export type Content = v.InferOutput<typeof Content>

const SentContent = v.object({ fields: v.record(Stored, v.unknown()), texts: v.record(Stored, StoredText) })

/**
 * What members see of an entry. `changed`: it is published, and a draft changes it; `new`: only a draft has it;
 * `removed`: a draft removes it; `gone`: it was removed here, and can be brought back.
 */
export const contentStates = ['published', 'changed', 'new', 'removed', 'gone'] as const
export type ContentState = (typeof contentStates)[number]

/**
 * An entry in a list. `title`: its first line, as its draft has it; null where its group has no lines. `missing`: the
 * languages in which texts are missing that English has. `changed`: who has published or imported it last; `by` is
 * null where that is not recorded.
 */
const ListedContent = v.object({
  key: v.string(),
  title: v.nullable(LocalizedText),
  state: v.picklist(contentStates),
  seq: v.nullable(v.number()),
  missing: v.array(v.picklist(languages)),
  changed: v.nullable(v.object({ by: v.nullable(v.string()), at: Moment })),
  drafted: v.nullable(DoneBy),
})
export type ListedContent = v.InferOutput<typeof ListedContent>

/** `keys`: the only keys that there can be; null where others can be made up. */
const ContentGroup = v.object({
  name: v.string(),
  keys: v.nullable(v.array(v.string())),
  fields: v.array(FieldDescription),
  texts: v.array(TextDescription),
  entries: v.array(ListedContent),
})
export type ContentGroup = v.InferOutput<typeof ContentGroup>

export const listContents = endpoint({
  summary: 'Lists the contents by group, with what each group’s fields take',
  method: 'GET',
  path: '/api/staff/contents',
  access: { staff: 'content_edit' },
  request: Nothing,
  answer: v.object({ groups: v.array(ContentGroup) }),
})

/** A difference between two states of a field, or of a text in a language; long texts are cut. */
const Difference = v.object({
  field: v.string(),
  language: v.nullable(v.picklist(languages)),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
})
export type Difference = v.InferOutput<typeof Difference>

/**
 * An entry. `version`: what a change of it has to name; it is another one as soon as anybody has saved, published or
 * imported. `isShown`: it is published, and its status and the club's settings let members see it. `draft.isStale`:
 * what was published is another by now than when the draft was saved. `used`: how many of a reward were redeemed, or of
 * an event's places are taken; null for anything else. `history`: newest first; the first can be undone where
 * `canRestore`.
 */
const ContentEntry = v.object({
  version: v.string(),
  published: v.nullable(Content),
  isShown: v.boolean(),
  draft: v.nullable(v.object({ content: v.nullable(Content), isStale: v.boolean(), saved: DoneBy })),
  used: v.nullable(Count),
  history: v.array(
    v.object({
      act: v.string(),
      action: v.string(),
      done: DoneBy,
      isRemoval: v.boolean(),
      changes: v.array(Difference),
    }),
  ),
  canRestore: v.boolean(),
})
export type ContentEntry = v.InferOutput<typeof ContentEntry>

/** How many publishings an entry's history has at most. */
export const mostPublications = 20

/** null: there is no such entry, published or drafted, and none was published here. */
export const readContent = endpoint({
  summary: 'Gets an entry of the contents with its draft and its history',
  method: 'GET',
  path: '/api/staff/content',
  access: { staff: 'content_edit' },
  request: v.object(GroupAndKey),
  answer: v.object({ entry: v.nullable(ContentEntry) }),
})

/**
 * What is wrong with an entry. `field`: null where it is the entry as a whole; `key` for its key. `flaw` completes
 * "<field> …", in English.
 */
const ContentProblem = v.object({
  field: v.nullable(v.string()),
  language: v.nullable(v.picklist(languages)),
  flaw: v.string(),
})
export type ContentProblem = v.InferOutput<typeof ContentProblem>

/** The flaw of what guests of an event are told by mail, which the page Events changes. */
export const changedOnEvents = 'is changed on the page Events, as the event has registrations'

/** `unknown`: it is gone. */
const Unknown = v.object({ kind: v.literal('unknown') })
/** `changed`: somebody has saved, published or imported the entry since: nothing was done. */
const notDone = [v.object({ kind: v.literal('changed'), drafted: v.nullable(DoneBy) }), Unknown] as const
const Refused = v.object({ kind: v.literal('refused'), problems: v.array(ContentProblem) })

/** The largest request with an entry, in bytes. */
const maxEntryBytes = 512 * 1024

/**
 * A draft may be unfinished: `faults` are what publishing it would refuse now. `refused`: it could not be stored, or
 * has values of another type. `version`: null for an entry that is not there yet. `content`: null to remove it.
 * `unchanged`: it is what is published, and there is no draft any more. `taken`: there is an entry with this key.
 * `changed`: with what differs between what is there and what was sent.
 */
export const saveContent = endpoint({
  summary: 'Saves a draft of an entry, which members do not see',
  method: 'POST',
  path: '/api/staff/save-content',
  access: { staff: 'content_edit' },
  request: v.object({ ...GroupAndKey, version: v.nullable(v.string()), content: v.nullable(SentContent) }),
  answer: v.variant('kind', [
    v.object({
      kind: v.literal('saved'),
      version: v.string(),
      faults: v.array(ContentProblem),
      warnings: v.array(ContentProblem),
    }),
    v.object({ kind: v.literal('unchanged'), version: v.string() }),
    v.object({ kind: v.literal('taken') }),
    Refused,
    v.object({ kind: v.literal('changed'), drafted: v.nullable(DoneBy), differences: v.array(Difference) }),
    Unknown,
  ]),
  maxBytes: maxEntryBytes,
})

export const discardContent = endpoint({
  summary: 'Discards the draft of an entry',
  method: 'POST',
  path: '/api/staff/discard-content',
  access: { staff: 'content_edit' },
  request: v.object({ ...GroupAndKey, version: v.string() }),
  answer: v.variant('kind', [v.object({ kind: v.literal('discarded'), version: v.string() }), ...notDone]),
})

/** Whether it may close joining, as the terms would not be whole any more; else nothing is done: `closes_joining`. */
const mayCloseJoining = v.optional(v.boolean(), false)
const ClosesJoining = v.object({ kind: v.literal('closes_joining') })

/** `stale`: what was published is another by now than when the draft was saved: whoever has seen it saves it again. */
export const publishContent = endpoint({
  summary: 'Publishes the draft of an entry',
  method: 'POST',
  path: '/api/staff/publish-content',
  access: { staff: 'content_edit' },
  request: v.object({ ...GroupAndKey, version: v.string(), mayCloseJoining }),
  answer: v.variant('kind', [
    v.object({
      kind: v.literal('published'),
      act: v.string(),
      version: v.string(),
      warnings: v.array(ContentProblem),
    }),
    v.object({ kind: v.literal('stale') }),
    ClosesJoining,
    Refused,
    ...notDone,
  ]),
})

/**
 * Brings back what stood before a publishing, as another one, while nothing newer was published or imported. `changed`:
 * something was. What is gone then, stays as a draft.
 */
export const restoreContent = endpoint({
  summary: 'Undoes the last publishing of an entry',
  method: 'POST',
  path: '/api/staff/restore-content',
  access: { staff: 'content_edit' },
  request: v.object({ ...GroupAndKey, act: v.pipe(v.string(), v.regex(/^\d{1,18}$/)), mayCloseJoining }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('restored'), act: v.string(), version: v.string() }),
    ClosesJoining,
    Refused,
    ...notDone,
  ]),
})

/**
 * Members see the new order at once. An entry changes places with its neighbour in the same hundred of `seq`: a hundred
 * is a topic, or a part of a page; those with the same number get numbers of their own. `end`: there is none.
 * `drafted`: one whose number changes has a draft, with its own place.
 */
export const moveContent = endpoint({
  summary: 'Moves a published entry up or down among its neighbours',
  method: 'POST',
  path: '/api/staff/move-content',
  access: { staff: 'content_edit' },
  request: v.object({ ...GroupAndKey, direction: v.picklist(['up', 'down']) }),
  answer: v.object({ kind: v.picklist(['moved', 'end', 'drafted', 'unknown']) }),
})

/** The texts as members get them, in every language: Markdown as HTML, the club's figures filled in. */
export const previewContent = endpoint({
  summary: 'Renders the texts of an entry that is not saved',
  method: 'POST',
  path: '/api/staff/preview-content',
  access: { staff: 'content_edit' },
  request: v.object({ ...GroupAndKey, content: SentContent }),
  answer: v.object({
    texts: v.array(v.object({ name: v.string(), kind: v.picklist(['line', 'markdown']), text: LocalizedText })),
  }),
  maxBytes: maxEntryBytes,
})

/** A picture by the name that entries have for it. */
const NamedPicture = v.object({ name: v.string(), image: Image })
export type NamedPicture = v.InferOutput<typeof NamedPicture>

export const listPictures = endpoint({
  summary: 'Lists the pictures of the contents',
  method: 'GET',
  path: '/api/staff/pictures',
  access: { staff: 'content_edit' },
  request: Nothing,
  answer: v.object({ pictures: v.array(NamedPicture) }),
})

/** The largest picture, in bytes. */
export const maxPictureBytes = 20_000_000
/** What pictures can be, by the ending of their names. */
export const pictureEndings = ['svg', 'png', 'jpg', 'jpeg', 'webp'] as const

/**
 * `added`: also where the same picture has this name already. `refused`: `flaw` completes "<field> …", in English.
 * `taken`: there is another picture with this name. The next import removes a picture that nothing uses, no draft
 * either.
 */
export const addPicture = endpoint({
  summary: 'Adds a picture to the contents',
  method: 'POST',
  path: '/api/staff/add-picture',
  access: { staff: 'content_edit' },
  request: v.object({ name: v.pipe(Stored, v.maxLength(120)), ending: v.picklist(pictureEndings) }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('added'), picture: NamedPicture }),
    v.object({ kind: v.literal('refused'), field: v.picklist(['name', 'file']), flaw: v.string() }),
    v.object({ kind: v.literal('taken') }),
  ]),
  answersInLines: true,
  file: { maxBytes: maxPictureBytes },
})
