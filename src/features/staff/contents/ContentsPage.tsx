import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { languageTable } from '#contract/language.ts'
import { type ContentGroup, listContents, type ListedContent, moveContent } from '#contract/staff/contents.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button, buttonClass } from '#src/ui/actions/Button.tsx'
import { ChoiceLink } from '#src/ui/actions/ChoiceLinks.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge, type BadgeTone } from '#src/ui/content/Badge.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import type { Column } from '#src/ui/layout/Table.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Empty } from '#src/ui/states/Empty.tsx'
import { actorText } from '../acts.ts'
import { ActFailure, Answered } from '../parts/Answered.tsx'
import { ListTable } from '../parts/ListTable.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { When } from '../parts/When.tsx'
import { staffQuery, useAct } from '../staffClient.ts'
import styles from './Contents.module.css'
import { groupText, keyText, stateMessages, titleText } from './contentMessages.ts'
import { EntryEditor } from './EntryEditor.tsx'
import type { Outcome } from './OutcomeNotice.tsx'

const route = getRouteApi('/contents')

/** The club's contents: groups, their entries, and an entry's editor. */
export function ContentsPage() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(staffQuery(listContents, {}))
  // What became of a new entry is said on its own page, which opens then.
  const [created, setCreated] = useState<{ key: string; outcome: Outcome } | null>(null)
  if (created && search.new === undefined && search.entry !== created.key) setCreated(null)
  return (
    <StaffPage title={t({ message: 'Contents', context: 'the club’s' })}>
      <Answered query={query}>
        {({ groups }) => {
          const group = groups.find(({ name }) => name === search.group) ?? groups[0]
          if (!group) return null
          const isOpen = search.entry !== undefined || search.new === '1'
          if (!isOpen) return <GroupView groups={groups} group={group} />
          const key = search.entry ?? null
          return (
            <EntryEditor
              key={`${group.name} ${key ?? `new ${search.copy ?? ''}`}`}
              group={group}
              entryKey={key}
              copy={search.copy ?? null}
              outcome={key !== null && created?.key === key ? created.outcome : null}
              onCreated={(own, outcome) => {
                setCreated({ key: own, outcome })
                return navigate({ search: { group: group.name, entry: own }, replace: true })
              }}
            />
          )
        }}
      </Answered>
    </StaffPage>
  )
}

interface GroupViewProps {
  groups: readonly ContentGroup[]
  group: ContentGroup
}

function GroupView({ groups, group }: GroupViewProps) {
  const { t, i18n } = useLingui()
  const navigate = route.useNavigate()
  const known = new Set(group.entries.filter(({ state }) => state !== 'gone').map(({ key }) => key))
  const canAdd = group.keys === null || group.keys.some((key) => !known.has(key))
  return (
    <div className={styles['page']}>
      <nav aria-label={t`Groups of contents`} className={styles['groups']}>
        {groups.map(({ name }) => (
          <ChoiceLink key={name} to="/contents" search={{ group: name }} isChosen={name === group.name}>
            {groupText(name, i18n)}
          </ChoiceLink>
        ))}
      </nav>
      <div className={styles['choice']}>
        <SelectField
          label={t`Group`}
          value={group.name}
          options={groups.map(({ name }) => ({ value: name, label: groupText(name, i18n) }))}
          onChange={({ target }) => void navigate({ search: { group: target.value } })}
        />
      </div>
      <section className={styles['part']} aria-labelledby="group">
        <div className={styles['head']}>
          <h2 id="group">{groupText(group.name, i18n)}</h2>
          {canAdd && (
            <TextLink to="/contents" search={{ group: group.name, new: '1' }} className={buttonClass('primary')}>
              <Trans>New entry</Trans>
            </TextLink>
          )}
        </div>
        {group.entries.length === 0 ? (
          <Empty>
            <Trans>There are no entries yet.</Trans>
          </Empty>
        ) : (
          <Entries group={group} canAdd={canAdd} />
        )}
      </section>
    </div>
  )
}

const tones: Readonly<Record<ListedContent['state'], BadgeTone>> = {
  published: 'success',
  changed: 'info',
  new: 'warning',
  removed: 'warning',
  gone: 'neutral',
}

function Entries({ group, canAdd }: { group: ContentGroup; canAdd: boolean }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const titleOf = (entry: ListedContent) => titleText(group, entry, lang, i18n)
  const isOrdered = group.fields.some(({ name }) => name === 'seq')
  const columns: Column<ListedContent>[] = [
    {
      head: t({ message: 'Entry', context: 'of the contents' }),
      isName: true,
      renderCell: (entry) => (
        <>
          <TextLink to="/contents" search={{ group: group.name, entry: entry.key }}>
            {titleOf(entry)}
          </TextLink>
          {titleOf(entry) !== keyText(group, entry.key, i18n) && (
            <span className={styles['soft']}>{keyText(group, entry.key, i18n)}</span>
          )}
        </>
      ),
    },
    {
      head: t`State`,
      isWhole: true,
      renderCell: ({ state, missing }) => (
        <span className={styles['row']}>
          <Badge tone={tones[state]}>{i18n._(stateMessages[state])}</Badge>
          {missing.map((language) => (
            <Badge key={language} tone="warning">
              <Trans>{languageTable[language].name}: not complete</Trans>
            </Badge>
          ))}
        </span>
      ),
    },
    {
      head: t`Changed`,
      renderCell: ({ changed, drafted }) => {
        const last = drafted ?? changed
        return (
          last && (
            <>
              <When at={last.at} />
              {last.by !== null && <span className={styles['soft']}>{actorText(last.by, i18n)}</span>}
            </>
          )
        )
      },
    },
    {
      head: t`Do`,
      isControl: true,
      renderCell: (entry) => (
        <span className={styles['controls']}>
          {isOrdered && <MoveButtons group={group} entry={entry} />}
          {canAdd && group.keys === null && entry.state !== 'gone' && (
            <TextLink
              to="/contents"
              search={{ group: group.name, new: '1', copy: entry.key }}
              aria-label={t`Copy ${titleOf(entry)}`}
              className={buttonClass('secondary')}
            >
              <Trans>Copy</Trans>
            </TextLink>
          )}
        </span>
      ),
    },
  ]
  return (
    <ListTable
      file={group.name}
      label={groupText(group.name, i18n)}
      rows={group.entries}
      keyOf={({ key }) => key}
      columns={columns}
    />
  )
}

function MoveButtons({ group, entry }: { group: ContentGroup; entry: ListedContent }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const act = useAct(moveContent)
  if (entry.state !== 'published') return null
  const name = titleText(group, entry, lang, i18n)
  const told = {
    moved: [t`Moved: ${name}`, 'success'],
    end: [t`There’s nothing to change places with in this part.`, 'info'],
    drafted: [t`An entry beside it has a draft. Publish or discard it first.`, 'warning'],
    unknown: [t`This entry is no longer there.`, 'warning'],
  } as const
  const move = (direction: 'up' | 'down') =>
    act.mutate(
      { group: group.name, key: entry.key, direction },
      {
        onSuccess: ({ kind }) => {
          const [title, tone] = told[kind]
          showToast({ title, tone })
        },
      },
    )
  return (
    <>
      <Button aria-label={t`Move up: ${name}`} busy={act.isPending} onClick={() => move('up')}>
        ↑
      </Button>
      <Button aria-label={t`Move down: ${name}`} busy={act.isPending} onClick={() => move('down')}>
        ↓
      </Button>
      <ActFailure error={act.error} />
    </>
  )
}
