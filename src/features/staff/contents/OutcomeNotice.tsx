import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '#contract/endpoint.ts'
import { languageTable } from '#contract/language.ts'
import type {
  ContentProblem,
  Difference,
  discardContent,
  publishContent,
  restoreContent,
  saveContent,
} from '#contract/staff/contents.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { actorText } from '../acts.ts'
import { When } from '../parts/When.tsx'
import styles from './Contents.module.css'
import { fieldText } from './contentMessages.ts'
import { Flaw } from './EntryFields.tsx'

/** What became of what was pressed in an entry's editor. */
export type Outcome =
  | AnswerOf<typeof saveContent>
  | AnswerOf<typeof publishContent>
  | AnswerOf<typeof discardContent>
  | AnswerOf<typeof restoreContent>

interface OutcomeProps {
  outcome: Outcome
  /** Whether the form has something that is saved nowhere, while the entry is another by now. */
  isConflict: boolean
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Says what became of what was pressed; what is asked about is a dialog. */
export function OutcomeNotice({ outcome, isConflict, onTakeTheirs, onKeepMine }: OutcomeProps) {
  const { i18n } = useLingui()
  switch (outcome.kind) {
    case 'closes_joining':
      return null
    case 'saved': {
      const { faults, warnings } = outcome
      const more = <Problems problems={[...faults, ...warnings]} />
      if (faults.length === 0)
        return (
          <Notice tone="success" title={<Trans>Draft saved</Trans>} comesIntoSight>
            {warnings.length > 0 && more}
          </Notice>
        )
      const title = (
        <Plural
          value={faults.length}
          one="Draft saved. Before you can publish it: # fault"
          other="Draft saved. Before you can publish it: # faults"
        />
      )
      return (
        <Notice tone="warning" title={title} comesIntoSight>
          {more}
        </Notice>
      )
    }
    case 'unchanged':
      return (
        <Notice tone="info" comesIntoSight>
          <Trans>This is what’s published, so there’s no draft.</Trans>
        </Notice>
      )
    case 'published':
      return (
        <Notice tone="success" title={<Trans>Published</Trans>} comesIntoSight>
          <p>
            <Trans>You can undo this under History.</Trans>
          </p>
          {outcome.warnings.length > 0 && <Problems problems={outcome.warnings} />}
        </Notice>
      )
    case 'restored':
      return (
        <Notice tone="success" title={<Trans>Undone</Trans>} comesIntoSight>
          <Trans>What was there before is back.</Trans>
        </Notice>
      )
    case 'discarded':
      return (
        <Notice tone="success" comesIntoSight>
          <Trans>The draft is discarded.</Trans>
        </Notice>
      )
    case 'refused': {
      const { problems } = outcome
      const title = (
        <Plural value={problems.length} one="Nothing was done: # fault" other="Nothing was done: # faults" />
      )
      return (
        <Notice tone="danger" title={title} comesIntoSight>
          <Problems problems={problems} />
        </Notice>
      )
    }
    case 'taken':
      return (
        <Notice tone="danger" comesIntoSight>
          <Trans>Not saved: there’s already an entry with this key.</Trans>
        </Notice>
      )
    case 'stale':
      return (
        <Notice tone="warning" comesIntoSight>
          <Trans>Not published: what’s published has changed since. Look at it, then save the draft again.</Trans>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warning" comesIntoSight>
          <Trans>This entry is no longer there. Nothing was changed.</Trans>
        </Notice>
      )
    case 'changed': {
      const differences = 'differences' in outcome ? outcome.differences : []
      return (
        <Notice tone="warning" title={<Trans>Someone has changed this entry since you opened it</Trans>} comesIntoSight>
          {outcome.drafted && (
            <p>
              <Trans>
                Draft saved by {actorText(outcome.drafted.by, i18n)}, <When at={outcome.drafted.at} />
              </Trans>
            </p>
          )}
          {isConflict ? (
            <>
              <p>
                <Trans>Nothing of yours was saved, and it’s still here. What differs, theirs → yours:</Trans>
              </p>
              <Changes changes={differences} />
              <div className={styles['row']}>
                <Button onClick={onTakeTheirs}>
                  <Trans>Show theirs and drop mine</Trans>
                </Button>
                <Button onClick={onKeepMine}>
                  <Trans>Go on with mine</Trans>
                </Button>
              </div>
            </>
          ) : (
            <p>
              <Trans>Nothing was done. What’s shown here is theirs.</Trans>
            </p>
          )}
        </Notice>
      )
    }
  }
}

function Problems({ problems }: { problems: readonly ContentProblem[] }) {
  const { i18n } = useLingui()
  return (
    <ul>
      {problems.map(({ field, language, flaw }) => (
        <li key={`${field} ${language} ${flaw}`}>
          {field !== null && (
            <>
              {fieldText(field, i18n)}
              {language !== null && ` (${languageTable[language].name})`}
              {': '}
            </>
          )}
          <Flaw flaw={flaw} />
        </li>
      ))}
    </ul>
  )
}

/** What differs between two states of an entry. */
export function Changes({ changes }: { changes: readonly Difference[] }) {
  return (
    <ul>
      {changes.map((change) => (
        <li key={`${change.field} ${change.language}`}>
          <Change change={change} />
        </li>
      ))}
    </ul>
  )
}

function Change({ change: { field, language, before, after } }: { change: Difference }) {
  const { t, i18n } = useLingui()
  const name = fieldText(field, i18n)
  const head = language === null ? name : `${name} (${languageTable[language].name})`
  const [was, is] = [before ?? '–', after ?? '–']
  return t`${head}: ${was} → ${is}`
}
