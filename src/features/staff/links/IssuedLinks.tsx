import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '#contract/endpoint.ts'
import { dayOf } from '#contract/hongKong.ts'
import { csvFile } from '#contract/schemas/csvLine.ts'
import { linkLines } from '#contract/staff/files.ts'
import type { issueUpgrades } from '#contract/staff/links.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { When } from '../parts/When.tsx'
import styles from './Links.module.css'

type Issued = AnswerOf<typeof issueUpgrades>
type One = Issued['issued'][number]

/** What would be issued, to whom, and who has one already. */
export function IssuePreview({ issued: { issued, expiresAt } }: { issued: Issued }) {
  const { t } = useLingui()
  return (
    <Table
      label={t`What would happen`}
      rows={issued}
      keyOf={({ person }) => person ?? ''}
      columns={[
        { head: t`Who it’s for`, isName: true, renderCell: ({ person }) => person ?? t`Anyone` },
        { head: t`What would happen`, renderCell: (one) => <OutcomeCell one={one} expiresAt={expiresAt} /> },
      ]}
    />
  )
}

function OutcomeCell({ one, expiresAt }: { one: One; expiresAt: string }) {
  switch (one.kind) {
    case 'issued':
      return (
        <>
          <Badge tone="success">
            <Plural value={one.count} one="Gets one" other="# in all" />
          </Badge>{' '}
          <Trans>
            until <When at={expiresAt} day />
          </Trans>
        </>
      )
    case 'has_one':
      return (
        <>
          <Badge tone="warning">
            <Trans>Gets none</Trans>
          </Badge>{' '}
          <Trans>
            Already has one ({one.name}), until <When at={one.expiresAt} day />. Revoke it to issue another.
          </Trans>
        </>
      )
    case 'unknown_old_member':
      return (
        <>
          <Badge tone="warning">
            <Trans>Gets none</Trans>
          </Badge>{' '}
          <Trans>There’s no earlier member with this number.</Trans>
        </>
      )
    case 'came_back':
      return (
        <>
          <Badge tone="warning">
            <Trans>Gets none</Trans>
          </Badge>{' '}
          <Trans>This earlier member has already come back.</Trans>
        </>
      )
  }
}

/** What was issued: shown this once, to be copied or downloaded. */
export function IssuedLinks({ issued, onMore }: { issued: Issued; onMore: () => void }) {
  const { t } = useLingui()
  const { expiresAt, codePage } = issued
  const texts = issued.issued.flatMap((one) =>
    one.kind === 'issued' ? one.texts.map((text) => ({ person: one.person, text })) : [],
  )
  const others = issued.issued.filter(({ kind }) => kind !== 'issued')
  return (
    <>
      {texts.length > 0 && (
        <Notice
          tone="success"
          title={<Plural value={texts.length} one="# link or code issued" other="# links or codes issued" />}
        >
          <p>
            <Trans>Copy or download them now: they won’t be shown again.</Trans>{' '}
            {codePage !== null && <Trans>Members enter the codes at {codePage}.</Trans>}
          </p>
        </Notice>
      )}
      <ButtonRow>
        {texts.length > 0 && (
          <>
            <CopyButton text={texts.map(({ person, text }) => [person, text].filter(Boolean).join('\t')).join('\n')}>
              <Trans>Copy all</Trans>
            </CopyButton>
            <Button onClick={() => saveFile(`upgrades-${dayOf(new Date())}.csv`, csvFile(linkLines(texts, expiresAt)))}>
              <Trans>Download CSV</Trans>
            </Button>
          </>
        )}
        <Button variant="quiet" onClick={onMore}>
          <Trans>Issue others</Trans>
        </Button>
      </ButtonRow>
      {others.length > 0 && (
        <Table
          label={t`Not issued`}
          rows={others}
          keyOf={({ person }) => person ?? ''}
          columns={[
            { head: t`Not issued`, isName: true, renderCell: ({ person }) => person ?? t`Anyone` },
            { head: t`Why`, renderCell: (one) => <OutcomeCell one={one} expiresAt={expiresAt} /> },
          ]}
        />
      )}
      {texts.length > 0 && (
        <Table
          label={t`Issued just now`}
          rows={texts}
          keyOf={({ text }) => text}
          columns={[
            { head: t`Who it’s for`, isName: true, renderCell: ({ person }) => person ?? t`Anyone` },
            {
              head: t`Link or code`,
              renderCell: ({ text }) => <span className={styles['text']}>{text}</span>,
            },
          ]}
        />
      )}
    </>
  )
}
