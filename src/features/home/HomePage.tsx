import { useLingui } from '@lingui/react/macro'
import { Page } from '#src/ui/Page.tsx'

export function HomePage() {
  const { t } = useLingui()
  return <Page title={t`Club Bravo`} lead={t`The rewards club of the orchestra.`} />
}
