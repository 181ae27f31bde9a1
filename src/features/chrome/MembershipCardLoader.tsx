import { useLingui } from '@lingui/react/macro'
import { Suspense, type ComponentType } from 'react'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'

/** The popup with the membership card: a part of the app that comes when it is wanted. */
export interface LazyCard {
  Popup: ComponentType<{ onClose: () => void }>
  /** Fetches it, so that it is there when it is asked for. */
  preload: () => void
}

interface MembershipCardLoaderProps {
  card: LazyCard
  onClose: () => void
}

/** The card's popup; until it has come, one that says so. */
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
