import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useBlocker } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { defaultLanguage, type Language, languages, languageTable, noText, textIn } from '#contract/language.ts'
import {
  type Content,
  type ContentEntry,
  type ContentGroup,
  type ContentProblem,
  discardContent,
  listPictures,
  previewContent,
  publishContent,
  readContent,
  restoreContent,
  saveContent,
} from '#contract/staff/contents.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { actionText, actorText } from '../acts.ts'
import { ActFailure, Answered } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { When } from '../parts/When.tsx'
import { staffQuery, useAct } from '../staffClient.ts'
import styles from './Contents.module.css'
import { choiceText, fieldText, groupText, sitePath, titleText } from './contentMessages.ts'
import { EntryFields, Flaw } from './EntryFields.tsx'
import { contentOf, copyOf, type EntryForm, formOf, isPicture, isSameForm } from './entryForm.ts'
import { Changes, type Outcome, OutcomeNotice } from './OutcomeNotice.tsx'

const route = getRouteApi('/contents')

interface EntryEditorProps {
  group: ContentGroup
  /** null: a new one. */
  entryKey: string | null
  /** The key of the entry that a new one begins with. */
  copy: string | null
  /** What has become of it already, where it was new until now. */
  outcome: Outcome | null
  /** A new entry is saved, under its key. */
  onCreated: (key: string, outcome: Outcome) => Promise<void>
}

/** An entry with its draft: edited, previewed, published, and what became of it before. */
export function EntryEditor({ group, entryKey, copy, outcome, onCreated }: EntryEditorProps) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const from = entryKey ?? copy
  const listed = group.entries.find(({ key }) => key === entryKey)
  const query = useQuery({
    ...staffQuery(readContent, { group: group.name, key: from ?? '' }),
    enabled: from !== null,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  // What somebody is typing stays when the entry vanishes meanwhile.
  const [loaded, setLoaded] = useState<ContentEntry | null>(null)
  const found = query.data?.entry ?? null
  if (found !== null && found !== loaded) setLoaded(found)
  const view = { group, entryKey, outcome, onCreated }
  return (
    <section className={styles['part']} aria-labelledby="entry">
      <p>
        <TextLink to="/contents" search={{ group: group.name }}>
          <Trans>All of {groupText(group.name, i18n)}</Trans>
        </TextLink>
      </p>
      <div>
        <h2 id="entry" ref={heading} tabIndex={-1}>
          {listed ? titleText(group, listed, lang, i18n) : (entryKey ?? <Trans>New entry</Trans>)}
        </h2>
        {entryKey !== null && <span className={styles['soft']}>{entryKey}</span>}
      </div>
      {from === null ? (
        <EntryView {...view} entry={null} begun={null} />
      ) : (
        <Answered query={query}>
          {(answer) => {
            const entry = answer.entry ?? (loaded && goneOf(loaded))
            if (entry === null)
              return (
                <Notice tone="info">
                  <Trans>This entry isn’t there, or is no longer there.</Trans>
                </Notice>
              )
            const content = entry.draft?.content ?? entry.published
            if (entryKey !== null) return <EntryView {...view} entry={entry} begun={content} />
            const places = group.entries.map(({ seq }) => seq)
            return <EntryView {...view} entry={null} begun={content && copyOf(content, places)} />
          }}
        </Answered>
      )}
    </section>
  )
}

/** What was an entry when it was read, and is nowhere any more. */
const goneOf = (entry: ContentEntry): ContentEntry => ({
  ...entry,
  version: '',
  published: null,
  isShown: false,
  draft: null,
  canRestore: false,
})

interface EntryViewProps extends Omit<EntryEditorProps, 'copy'> {
  entry: ContentEntry | null
  /** What is there. */
  begun: Content | null
}

/** What the form began from, and what it says now. */
interface Editing {
  version: string | null
  begun: Content | null
  saved: EntryForm
  form: EntryForm
}

function editingOf(group: ContentGroup, begun: Content | null, version: string | null): Editing {
  const form = formOf(group, begun)
  return { version, begun, saved: form, form }
}

function EntryView({ group, entryKey, entry, begun, outcome: first, onCreated }: EntryViewProps) {
  const { t } = useLingui()
  const navigate = route.useNavigate()
  const [newKey, setNewKey] = useState('')
  const version = entry?.version ?? null
  const [editing, setEditing] = useState(() => editingOf(group, begun, version))
  const [outcome, setOutcome] = useState(first)
  const [isConflict, setIsConflict] = useState(false)
  const [undoing, setUndoing] = useState<string | null>(null)
  const [asking, setAsking] = useState<'remove' | 'discard' | null>(null)
  const isLeaving = useRef(false)
  const isDirty = !isSameForm(editing.form, editing.saved) || (entryKey === null && newKey !== '')
  // Somebody else may have saved meanwhile: what nobody has touched here follows.
  if (version !== editing.version && !isDirty) setEditing(editingOf(group, begun, version))
  const save = useAct(saveContent)
  const publish = useAct(publishContent)
  const discard = useAct(discardContent)
  const restore = useAct(restoreContent)
  const key = entryKey ?? newKey.trim()
  const named = { group: group.name, key }
  const isBusy = [save, publish, discard, restore].some(({ isPending }) => isPending)
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !isLeaving.current,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })

  const isGone = entry !== null && entry.published === null && entry.draft === null
  const isRemoved = entry?.draft?.content === null && entry.draft !== null
  /** Saves what the form says; as a new entry where it is gone. */
  const saveDraft = async () => {
    const { form } = editing
    const content = contentOf(group, form, editing.begun)
    const answer = await save.mutateAsync({ ...named, version: isGone ? null : editing.version, content })
    setOutcome(answer)
    setIsConflict(answer.kind === 'changed' && isDirty)
    if (answer.kind === 'saved' || answer.kind === 'unchanged')
      setEditing((now) => ({ ...now, version: answer.version, begun: content, saved: form }))
    return answer
  }
  const open = (last: Outcome) => {
    if (entryKey !== null) return
    isLeaving.current = true
    void onCreated(key, last)
  }
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    for (const act of [save, publish, discard, restore]) act.reset()
    setOutcome(null)
    setIsConflict(false)
    setUndoing(null)
    setAsking(null)
    // What has failed, `ActFailure` tells.
    await work().catch(() => undefined)
  }
  const saveOnly = () =>
    run(async () => {
      const answer = await saveDraft()
      if (answer.kind === 'saved') open(answer)
    })
  const publishDraft = async (draft: string, mayCloseJoining: boolean) => {
    const answer = await publish.mutateAsync({ ...named, version: draft, mayCloseJoining })
    setOutcome(answer)
    if (answer.kind === 'published') setEditing((now) => ({ ...now, version: answer.version }))
    open(answer)
  }
  const publishNow = (mayCloseJoining: boolean) =>
    run(async () => {
      const isDrafted = entry !== null && entry.draft !== null && !isDirty
      if (isDrafted && editing.version !== null) return publishDraft(editing.version, mayCloseJoining)
      const saved = await saveDraft()
      if (saved.kind !== 'saved') return
      if (saved.faults.length > 0) open(saved)
      else await publishDraft(saved.version, mayCloseJoining)
    })
  /** Resolves to the version of the draft that removes the entry; null where it is not saved. */
  const saveRemoval = async () => {
    const answer = await save.mutateAsync({ ...named, version: editing.version, content: null })
    setOutcome(answer)
    if (answer.kind !== 'saved') return null
    setEditing((now) => ({ ...now, version: answer.version }))
    return answer.version
  }
  const removeNow = () => run(async () => void (await saveRemoval()))
  const publishRemoval = (mayCloseJoining: boolean) =>
    run(async () => {
      // What it would remove is another by now: whoever presses it has that before their eyes.
      const draft = entry?.draft?.isStale === true ? await saveRemoval() : editing.version
      if (draft !== null) await publishDraft(draft, mayCloseJoining)
    })
  const discardNow = () =>
    run(async () => {
      if (editing.version === null) return
      const answer = await discard.mutateAsync({ ...named, version: editing.version })
      setOutcome(answer)
      if (answer.kind !== 'discarded') return
      // Nothing here is to be kept: the form follows what is there now.
      setEditing((now) => ({ ...now, saved: now.form }))
      if (entry?.published === null) {
        isLeaving.current = true
        void navigate({ search: { group: group.name } })
      }
    })
  const undo = (act: string, mayCloseJoining: boolean) =>
    run(async () => {
      setUndoing(act)
      setOutcome(await restore.mutateAsync({ ...named, act, mayCloseJoining }))
    })
  const closeJoining = () => {
    if (undoing !== null) return undo(undoing, true)
    return isRemoved ? publishRemoval(true) : publishNow(true)
  }

  const problems = outcome === null ? [] : problemsOf(outcome)
  return (
    <>
      <EntryState entry={entry} group={group.name} entryKey={entryKey} />
      {outcome && (
        <OutcomeNotice
          outcome={outcome}
          isConflict={isConflict}
          onTakeTheirs={() => {
            setOutcome(null)
            setEditing(editingOf(group, begun, version))
          }}
          onKeepMine={() => {
            setOutcome(null)
            setEditing((now) => ({ ...now, version }))
          }}
        />
      )}
      <ActFailure error={save.error ?? publish.error ?? discard.error ?? restore.error} />
      {isGone && isDirty && (
        <Notice tone="warning">
          <Trans>This entry is gone. What you’ve typed is still here: save it, and it’s a new draft.</Trans>
        </Notice>
      )}
      {isRemoved || (isGone && !isDirty) ? null : (
        <form
          className={styles['form']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void saveOnly()
          }}
        >
          {entryKey === null && (
            <KeyField group={group} value={newKey} problems={problems} outcome={outcome} onChange={setNewKey} />
          )}
          <EntryFields
            group={group}
            form={editing.form}
            problems={problems}
            onChange={(form) => setEditing((now) => ({ ...now, form }))}
          />
          <Preview group={group} entryKey={key} form={editing.form} begun={editing.begun} />
          <div className={styles['bar']}>
            <Button type="submit" busy={save.isPending}>
              <Trans>Save draft</Trans>
            </Button>
            <Button variant="primary" busy={publish.isPending} onClick={() => void publishNow(false)}>
              <Trans>Publish</Trans>
            </Button>
            {entry?.draft && (
              <Button variant="quiet" onClick={() => setAsking('discard')}>
                <Trans>Discard the draft…</Trans>
              </Button>
            )}
            {entry?.published && (
              <Button variant="quiet" aria-disabled={isDirty || undefined} onClick={() => setAsking('remove')}>
                <Trans>Remove…</Trans>
              </Button>
            )}
            <output>{isDirty ? <Trans>Not saved yet</Trans> : null}</output>
          </div>
        </form>
      )}
      {isRemoved && (
        <div className={styles['bar']}>
          <Button variant="danger" busy={publish.isPending} onClick={() => void publishRemoval(false)}>
            <Trans>Publish the removal</Trans>
          </Button>
          <Button onClick={() => void discardNow()}>
            <Trans>Keep the entry</Trans>
          </Button>
        </div>
      )}
      {entry && <History entry={entry} isBusy={isBusy} isDirty={isDirty} onUndo={(act) => void undo(act, false)} />}
      {asking && (
        <ConfirmDialog
          title={asking === 'remove' ? t`Remove this entry?` : t`Discard the draft?`}
          tone="danger"
          confirm={asking === 'remove' ? <Trans>Draft the removal</Trans> : <Trans>Discard the draft</Trans>}
          act={{ error: null, isPending: isBusy }}
          onConfirm={() => void (asking === 'remove' ? removeNow() : discardNow())}
          onClose={() => setAsking(null)}
        >
          <p>
            {asking === 'remove' ? (
              <Trans>Members see it until you publish the removal.</Trans>
            ) : (
              <Trans>What it says is lost. What’s published stays as it is.</Trans>
            )}
          </p>
        </ConfirmDialog>
      )}
      {outcome?.kind === 'closes_joining' && (
        <ConfirmDialog
          title={t`Close joining?`}
          tone="danger"
          confirm={undoing === null ? <Trans>Publish and close joining</Trans> : <Trans>Undo and close joining</Trans>}
          act={{ error: null, isPending: isBusy }}
          onConfirm={() => void closeJoining()}
          onClose={() => setOutcome(null)}
        >
          <p>
            <Trans>
              The terms would no longer be complete in the three languages, and no one can join until they are. Nothing
              is published yet.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          title={t`Leave without saving?`}
          tone="danger"
          confirm={<Trans>Leave without saving</Trans>}
          cancel={<Trans>Stay here</Trans>}
          act={{ error: null, isPending: false }}
          onConfirm={blocker.proceed}
          onClose={blocker.reset}
        >
          <p>
            <Trans>What you’ve changed isn’t saved.</Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** What is to be said beside the fields. */
function problemsOf(outcome: Outcome): readonly ContentProblem[] {
  if (outcome.kind === 'refused') return outcome.problems
  return outcome.kind === 'saved' ? outcome.faults : []
}

interface KeyFieldProps {
  group: ContentGroup
  value: string
  problems: readonly ContentProblem[]
  outcome: Outcome | null
  onChange: (key: string) => void
}

function KeyField({ group, value, problems, outcome, onChange }: KeyFieldProps) {
  const { t, i18n } = useLingui()
  const known = new Set(group.entries.filter(({ state }) => state !== 'gone').map(({ key }) => key))
  const flaw = problems.find(({ field }) => field === 'key')?.flaw
  const error =
    outcome?.kind === 'taken' ? t`There’s already an entry with this key. Enter another.` : flaw && <Flaw flaw={flaw} />
  const label = fieldText('key', i18n)
  if (group.keys !== null)
    return (
      <SelectField
        label={label}
        placeholder={t`Choose one`}
        value={value}
        error={error}
        options={group.keys
          .filter((key) => !known.has(key))
          .map((key) => ({ value: key, label: choiceText(key, i18n) }))}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <TextField
      label={label}
      hint={t`The entry’s name in addresses and in the folder of an import. It can’t be changed later.`}
      autoComplete="off"
      maxLength={200}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function SeenBadge({ entry: { draft, published, isShown } }: { entry: ContentEntry }) {
  if (isShown)
    return (
      <Badge tone="success">
        <Trans>Published: members see it</Trans>
      </Badge>
    )
  if (published)
    return (
      <Badge tone="warning">
        <Trans>Published, but not shown</Trans>
      </Badge>
    )
  return (
    <Badge tone="warning">
      {draft ? <Trans>Draft: members don’t see it</Trans> : <Trans>Removed: members don’t see it</Trans>}
    </Badge>
  )
}

/** Whether members see it, and what its draft does; how many are in use. */
function EntryState({
  entry,
  group,
  entryKey,
}: {
  entry: ContentEntry | null
  group: string
  entryKey: string | null
}) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  if (entry === null)
    return (
      <p>
        <Badge tone="warning">
          <Trans>Not saved: members don’t see it</Trans>
        </Badge>
      </p>
    )
  const { draft, published, isShown, used } = entry
  const path = isShown && entryKey !== null ? sitePath(group, entryKey, lang) : null
  return (
    <>
      <p className={styles['row']}>
        <SeenBadge entry={entry} />
        {draft && published && (
          <Badge tone="info">
            {draft.content === null ? <Trans>A draft removes it</Trans> : <Trans>A draft changes it</Trans>}
          </Badge>
        )}
        {path !== null && (
          <a href={path} target="_blank" rel="noopener">
            <Trans>See it on the site (new tab)</Trans>
          </a>
        )}
      </p>
      {draft && (
        <p>
          <Trans>
            Draft saved by {actorText(draft.saved.by, i18n)}, <When at={draft.saved.at} />
          </Trans>
        </p>
      )}
      {used !== null && (
        <p>
          {group === 'rewards' ? <Trans>Redeemed so far: {used}</Trans> : <Trans>Places taken so far: {used}</Trans>}
        </p>
      )}
      {draft?.isStale === true && (
        <Notice tone="warning">
          <Trans>What’s published has changed since this draft was saved. To keep the draft, save it again.</Trans>
        </Notice>
      )}
    </>
  )
}

interface PreviewProps {
  group: ContentGroup
  entryKey: string
  form: EntryForm
  begun: Content | null
}

/** The texts as members read them, in the three languages. */
function Preview({ group, entryKey, form, begun }: PreviewProps) {
  const act = useAct(previewContent)
  const [shown, setShown] = useState<EntryForm | null>(null)
  if (group.texts.length === 0) return null
  const look = () =>
    act.mutate(
      { group: group.name, key: entryKey, content: contentOf(group, form, begun) },
      { onSuccess: () => setShown(form) },
    )
  return (
    <section className={styles['part']} aria-labelledby="preview">
      <div className={styles['head']}>
        <h2 id="preview">
          <Trans context="as members read it">Preview</Trans>
        </h2>
        <Button busy={act.isPending} onClick={look}>
          <Trans>Show as members see it</Trans>
        </Button>
      </div>
      <ActFailure error={act.error} />
      {act.data && shown && (
        <>
          {!isSameForm(shown, form) && (
            <Notice tone="info">
              <Trans>The form has changed since. Show it again.</Trans>
            </Notice>
          )}
          <div className={styles['three']}>
            {languages.map((language) => (
              <PreviewIn key={language} language={language} texts={act.data.texts} form={shown} />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

/** A link of a preview opens beside it: the router would leave the form. */
function openBeside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '') return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener')
}

interface PreviewInProps {
  language: Language
  texts: AnswerOf<typeof previewContent>['texts']
  form: EntryForm
}

function PreviewIn({ language, texts, form }: PreviewInProps) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const { data } = useQuery(staffQuery(listPictures, {}))
  const names = Object.values(form.fields).flatMap((value) =>
    isPicture(value) ? [value[language] ?? value[defaultLanguage]] : [],
  )
  const picture = data?.pictures.find(({ name }) => name === names[0])
  return (
    <section className={styles['preview']} aria-label={languageTable[language].name} onClickCapture={openBeside}>
      <h3>{languageTable[language].name}</h3>
      {picture && <Picture image={picture.image} alt="" sizes="24rem" />}
      {texts.map(({ name, kind, text }) => {
        const read = textIn(text, language)
        if (read.text === '') return null
        return (
          <div key={name} lang={languageTable[read.language].tag}>
            {texts.length > 2 && (
              <p className={styles['soft']} lang={languageTable[lang].tag}>
                {fieldText(name, i18n)}
              </p>
            )}
            {kind === 'line' ? (
              <p className={styles['title']}>{read.text}</p>
            ) : (
              <RichText text={{ ...noText, [lang]: read.text }} />
            )}
          </div>
        )
      })}
    </section>
  )
}

interface HistoryProps {
  entry: ContentEntry
  isBusy: boolean
  /** Nothing is undone below somebody's typing. */
  isDirty: boolean
  onUndo: (act: string) => void
}

/** Who has published what, newest first; the last publishing can be undone. */
function History({ entry: { history, canRestore }, isBusy, isDirty, onUndo }: HistoryProps) {
  const { t, i18n } = useLingui()
  return (
    <Disclosure level={2} title={t`History`} defaultOpen>
      {history.length === 0 ? (
        <p>
          <Trans>Nothing was published on this page yet. Imports are in the log.</Trans>
        </p>
      ) : (
        <ol className={styles['history']}>
          {history.map(({ act, action, done, changes, isRemoval }, at) => (
            <li key={act}>
              <strong>{isRemoval ? t`Removed` : actionText(action, i18n)}</strong>
              <span className={styles['soft']}>
                {actorText(done.by, i18n)}, <When at={done.at} />
              </span>
              <Changes changes={changes} />
              {at === 0 && canRestore && (
                <Button busy={isBusy} aria-disabled={isDirty || undefined} onClick={() => onUndo(act)}>
                  <Trans>Undo this</Trans>
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {history.length > 0 && !canRestore && (
        <p>
          <Trans>The contents have been imported or changed elsewhere since, so nothing here can be undone.</Trans>
        </p>
      )}
    </Disclosure>
  )
}
