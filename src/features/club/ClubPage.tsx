import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { StaticContents } from '#contract/content.ts'
import { type PublicPage, usePageMessages } from '#src/i18n/pageMessages.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { useScrollToAnchor } from '#src/ui/layout/useScrollToAnchor.ts'
import { ContentsView } from './ContentsView.tsx'
import { useClubContents } from './useClubContents.ts'

interface ClubPageProps<Data> {
  page: PublicPage
  /** The part of the contents that the page shows. */
  select: (contents: StaticContents) => Data
  /** Skeletons of the same size as the contents. */
  skeletons: ReactNode
  children: (data: Data) => ReactNode
}

/** A page that shows a part of the editors' contents under its title and description, in each of their states. */
export function ClubPage<Data>({ page, select, skeletons, children }: ClubPageProps<Data>) {
  const { t } = useLingui()
  const state = useClubContents(select)
  const messages = usePageMessages(page)
  useScrollToAnchor(state.kind === 'ready')
  return (
    <Page {...messages} lead={messages.description}>
      <ContentsView state={state} label={t`Loading…`} skeletons={skeletons}>
        {children}
      </ContentsView>
    </Page>
  )
}
