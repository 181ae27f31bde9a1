import { get, update, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { Language } from '#contract/language.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'

/** What page and worker know together of notifications on this device. */
const NotificationChoice = v.object({
  // The stored format.
  /** The language that the app was used in last; null before it is known. */
  lang: v.fallback(v.nullable(Language), null),
  /**
   * Whether to ask the person about notifications: `due` once the worker has added points while no page was open, `answered` for good after
   * a yes or a no.
   */
  question: v.fallback(v.picklist(['early', 'due', 'answered']), 'early'),
})
export type NotificationChoice = v.InferOutput<typeof NotificationChoice>

const key = 'choice'
const choiceStore = openDurableStore('club-bravo-notifications')

function parse(row: unknown): NotificationChoice {
  const parsed = v.safeParse(NotificationChoice, row)
  return parsed.success ? parsed.output : { lang: null, question: 'early' }
}

/** @throws StorageError, as the others */
export async function readNotificationChoice(store: UseStore = choiceStore): Promise<NotificationChoice> {
  return parse(await get<unknown>(key, store))
}

export function rememberUsedLanguage(lang: Language, store: UseStore = choiceStore): Promise<void> {
  return update<unknown>(key, (row) => ({ ...parse(row), lang }), store)
}

/** Points were added while no page was open: from now on the question makes sense. An answer stays. */
export function noteAddedUnseen(store: UseStore = choiceStore): Promise<void> {
  return update<unknown>(
    key,
    (row) => {
      const choice = parse(row)
      return choice.question === 'early' ? { ...choice, question: 'due' } : choice
    },
    store,
  )
}

/** The person has said yes or no, and is never asked again. */
export function noteAnswered(store: UseStore = choiceStore): Promise<void> {
  return update<unknown>(key, (row) => ({ ...parse(row), question: 'answered' }), store)
}
