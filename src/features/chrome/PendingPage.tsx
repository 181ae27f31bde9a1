import { useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { pageOfPath } from '#src/i18n/language.ts'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'

/**
 * Shown while a page loads (only after a second, so that fast ones do not flicker): the outline of that page, which
 * base.css draws by its name.
 */
export function PendingPage() {
  const { t } = useLingui()
  const page = useRouterState({ select: ({ location }) => pageOfPath(location.pathname) })
  return (
    <>
      <VisuallyHidden>
        <output>{t`One moment…`}</output>
      </VisuallyHidden>
      <div data-page={page} />
    </>
  )
}
