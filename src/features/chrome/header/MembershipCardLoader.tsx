import { useLingui } from '@lingui/react/macro'
import { Suspense, type ComponentType } from 'react'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'

/** The membership card's popup, loaded as its own chunk. */
export interface LazyCard {
  Popup: ComponentType<{ onClose: () => void }>
  /** Fetches the chunk ahead of time. */
  preload: () => void
}

interface MembershipCardLoaderProps {
  card: LazyCard
  onClose: () => void
}

/** The card's popup, or a spinner in a dialog while its chunk loads. */
export function MembershipCardLoader({ card: { Popup }, onClose }: MembershipCardLoaderProps) {
  const { t } = useLingui()
  return (
    <Suspense
      fallback={
        <Dialog open onClose={onClose} title={t`Membership card`}>
          <Spinner label={t`One moment…`} />
        </Dialog>
      }
    >
      <Popup onClose={onClose} />
    </Suspense>
  )
}
