import { useLingui } from '@lingui/react/macro'
import { useAddress } from '../navigation.ts'
import { StaffPage } from '../parts/StaffPage.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { useMay } from '../session.ts'
import { IssueLinks } from './IssueLinks.tsx'
import { LinkList } from './LinkList.tsx'

/** Upgrade links and codes: what was issued and what became of it, and new ones. */
export function LinksPage() {
  const { t } = useLingui()
  const may = useMay()
  const part = useAddress().search.get('part') === 'issue' && may('upgrade_issue') ? 'issue' : 'list'
  return (
    <StaffPage title={t`Upgrade links`}>
      {may('upgrade_issue') && (
        <Tabs
          label={t`Parts of this page`}
          name="part"
          value={part}
          tabs={[
            { value: 'list', title: t`Issued` },
            { value: 'issue', title: t`Issue new ones` },
          ]}
        />
      )}
      {part === 'issue' ? <IssueLinks /> : <LinkList />}
    </StaffPage>
  )
}
