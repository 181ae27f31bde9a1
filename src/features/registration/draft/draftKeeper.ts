/** Saves the newest of the drafts that it is given, one at a time. */
export interface DraftKeeper<Draft> {
  keep: (draft: Draft) => void
  /** Saves nothing more. Resolves once nothing is being saved. */
  stop: () => Promise<void>
}

/**
 * Saves each draft at once; of those that come while one is being saved, only the newest. So no timer stands between
 * what was typed and the device.
 *
 * @param save resolves to what has become of it
 * @param onSaved called with that result
 */
export function createDraftKeeper<Draft, Result>(
  save: (draft: Draft) => Promise<Result>,
  onSaved: (result: Result) => void,
): DraftKeeper<Draft> {
  let next: Draft | null = null
  let saving: Promise<void> | null = null
  let isStopped = false

  const saveAll = async () => {
    for (let draft = next; draft !== null; draft = next) {
      next = null
      onSaved(await save(draft))
    }
    saving = null
  }
  return {
    keep: (draft) => {
      if (isStopped) return
      next = draft
      saving ??= saveAll()
    },
    stop: async () => {
      isStopped = true
      next = null
      await saving
    },
  }
}
