import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ContentPage, PageContents } from '#contract/pages.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { ContentsView } from './ContentsView.tsx'
import { useClubPage } from './useClubPage.ts'

interface ClubPageProps<Name extends ContentPage, Data> {
  page: Name
  /** The part of the contents that the page shows. */
  select: (contents: PageContents<Name>) => Data
  /** Skeletons of the same size as the contents. */
  skeletons: ReactNode
  children: (data: Data) => ReactNode
}

/** A page that shows a part of the editors' contents under its title and description, in each of their states. */
export function ClubPage<Name extends ContentPage, Data>({
  page,
  select,
  skeletons,
  children,
}: ClubPageProps<Name, Data>) {
  const { t } = useLingui()
  const { messages, state } = useClubPage(page, select)
  return (
    <Page {...messages} lead={messages.description}>
      <ContentsView state={state} label={t`Loading…`} skeletons={skeletons}>
        {children}
      </ContentsView>
    </Page>
  )
}
