import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Changed } from '#contract/staff/people.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { When } from '../parts/When.tsx'

/** What became of a change. `children`: where it was made. */
export function ChangeNotice({ changed, children }: { changed: Changed; children: ReactNode }) {
  switch (changed.kind) {
    case 'done':
      return <Notice tone="success">{children}</Notice>
    case 'last_owner':
      return (
        <Notice tone="warning">
          <Trans>This is the only owner. Make someone else an owner first. Nothing was changed.</Trans>
        </Notice>
      )
    case 'not_owner':
      return (
        <Notice tone="warning">
          <Trans>You’re no longer an owner. Nothing was changed.</Trans>
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="warning">
          {changed.by ? (
            <p>
              <Trans>
                {changed.by.by} changed this in the meantime, <When at={changed.by.at} />. Look at it again: your change
                wasn’t saved.
              </Trans>
            </p>
          ) : (
            <Trans>This has changed in the meantime. Look at it again: your change wasn’t saved.</Trans>
          )}
        </Notice>
      )
  }
}
