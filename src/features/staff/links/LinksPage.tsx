import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { mostTokens, revokeUpgrades, tokenStates, type UpgradeToken, upgradeTokens } from '#contract/staff/links.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ChoiceLink } from '#src/ui/actions/ChoiceLinks.tsx'
import { Tabs } from '#src/ui/actions/Tabs.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge, type BadgeTone } from '#src/ui/content/Badge.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { linkKindMessages, linkStateMessages } from '../messages.ts'
import { Answered } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ListTable } from '../parts/ListTable.tsx'
import { SelectionBar, useSelection } from '../parts/Selection.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { staffQuery, useAct } from '../staffClient.ts'
import { IssueLinks } from './IssueLinks.tsx'
import styles from './Links.module.css'

const route = getRouteApi('/links')

/** Upgrade links and codes: what was issued and what became of it, and new ones. */
export function LinksPage() {
  const { t } = useLingui()
  const may = useMay()
  const part = route.useSearch().part === 'issue' && may('upgrade_issue') ? 'issue' : 'list'
  return (
    <StaffPage title={t`Upgrade links`}>
      {may('upgrade_issue') && (
        <Tabs label={t`Parts of this page`}>
          <ChoiceLink to="/links" search={{ part: 'list' }} isChosen={part === 'list'}>
            <Trans>Issued</Trans>
          </ChoiceLink>
          <ChoiceLink to="/links" search={{ part: 'issue' }} isChosen={part === 'issue'}>
            <Trans>Issue new ones</Trans>
          </ChoiceLink>
        </Tabs>
      )}
      {part === 'issue' ? <IssueLinks /> : <LinkList />}
    </StaffPage>
  )
}

/** What was issued, the newest first. */
function LinkList() {
  const { t, i18n } = useLingui()
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  // In no address: it would stay in the history of a browser that others use, too.
  const [text, setText] = useState('')
  const query = useQuery(staffQuery(upgradeTokens, { state, text: text === '' ? undefined : text }))
  return (
    <>
      <search className={styles['filters']}>
        <TextField
          type="search"
          label={t`Find`}
          placeholder={t`Email, member number or name of the link`}
          autoComplete="off"
          maxLength={254}
          onBlur={({ target }) => setText(target.value.trim())}
          onKeyDown={(event) => {
            if (event.key === 'Enter') setText(event.currentTarget.value.trim())
          }}
        />
        <SelectField
          label={t`State`}
          placeholder={t`All states`}
          value={state ?? ''}
          options={tokenStates.map((value) => ({ value, label: i18n._(linkStateMessages[value]) }))}
          onChange={({ target }) => {
            const search = { state: tokenStates.find((one) => one === target.value) }
            void navigate({ search, replace: true, resetScroll: false })
          }}
        />
      </search>
      <Answered query={query}>
        {({ tokens, hasMore }) => (
          <>
            {hasMore && (
              <Notice tone="info">
                <Trans>These are the newest {mostTokens}. Search to find others.</Trans>
              </Notice>
            )}
            <Tokens key={`${state ?? ''} ${text}`} tokens={tokens} />
          </>
        )}
      </Answered>
    </>
  )
}

type Revoked = AnswerOf<typeof revokeUpgrades>['revoked']

const tones: Readonly<Record<UpgradeToken['state'], BadgeTone>> = { open: 'info', used: 'success', ended: 'neutral' }

function Tokens({ tokens }: { tokens: readonly UpgradeToken[] }) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const [revoked, setRevoked] = useState<Revoked | null>(null)
  const open = tokens.filter(({ state }) => state === 'open')
  const selection = useSelection({ rows: open, keyOf: ({ name }) => name, onChange: () => setRevoked(null) })
  const names = selection.keys
  const mayRevoke = may('upgrade_issue') && open.length > 0
  return (
    <>
      {revoked && <RevokedNotice revoked={revoked} />}
      {tokens.length === 0 && (
        <Empty>
          <Trans>No links or codes match.</Trans>
        </Empty>
      )}
      {mayRevoke && (
        <SelectionBar count={names.length} onChooseAll={selection.chooseAll}>
          <Button variant="danger" aria-disabled={names.length === 0 || undefined} onClick={() => setAsking(true)}>
            <Trans>Revoke</Trans>
          </Button>
        </SelectionBar>
      )}
      {tokens.length > 0 && (
        <ListTable
          file="upgrade-links"
          label={t`Upgrade links`}
          rows={tokens}
          keyOf={({ name }) => name}
          isMarked={selection.isChosen}
          columns={[
            ...(mayRevoke ? [selection.column] : []),
            { head: t`Link name`, isName: true, isWhole: true, renderCell: ({ name }) => name },
            { head: t`What`, renderCell: ({ kind }) => i18n._(linkKindMessages[kind]) },
            { head: t`Tier`, renderCell: ({ tier }) => i18n._(tierMessages[tier]) },
            { head: t`Who it’s for`, renderCell: ({ email, oldMemberNo }) => email ?? oldMemberNo ?? t`Anyone` },
            { head: t`Issued`, isWhole: true, renderCell: ({ issuedAt }) => <When at={issuedAt} day /> },
            { head: t`State`, renderCell: (token) => <StateCell token={token} /> },
          ]}
        />
      )}
      {isAsking && (
        <RevokeDialog
          names={names}
          onClose={(done) => {
            setAsking(false)
            if (!done) return
            setRevoked(done)
            selection.clear()
          }}
        />
      )}
    </>
  )
}

function StateCell({ token }: { token: UpgradeToken }) {
  const { i18n } = useLingui()
  const may = useMay()
  const { state, expiresAt, usedAt, usedBy, revoked } = token
  return (
    <>
      <Badge tone={tones[state]}>{i18n._(linkStateMessages[state])}</Badge>{' '}
      {state === 'open' && (
        <Trans>
          until <When at={expiresAt} day />
        </Trans>
      )}
      {state === 'used' && (
        <>
          {usedBy !== null &&
            (may('member_read') ? (
              <TextLink to="/member" search={{ id: usedBy.memberId }}>
                {usedBy.name}
              </TextLink>
            ) : (
              usedBy.name
            ))}{' '}
          <When at={usedAt} />
        </>
      )}
      {state === 'ended' &&
        (revoked === null ? (
          <When at={expiresAt} day />
        ) : (
          <Trans>
            revoked by {revoked.by}, <When at={revoked.at} />
          </Trans>
        ))}
    </>
  )
}

function RevokeDialog({ names, onClose }: { names: string[]; onClose: (revoked?: Revoked) => void }) {
  const act = useAct(revokeUpgrades)
  return (
    <ConfirmDialog
      title={<Plural value={names.length} one="Revoke # link or code?" other="Revoke # links or codes?" />}
      tone="danger"
      confirm={<Trans>Revoke</Trans>}
      act={act}
      onConfirm={() => act.mutate({ names }, { onSuccess: (answer) => onClose(answer.revoked) })}
      onClose={() => onClose()}
    >
      <p>
        <Trans>They’ll stop working. This can’t be undone, but you can issue new ones.</Trans>
      </p>
    </ConfirmDialog>
  )
}

/** How many were revoked, and which were not, because they were used or had ended meanwhile. */
function RevokedNotice({ revoked }: { revoked: Revoked }) {
  const done = revoked.filter(({ kind }) => kind === 'revoked').length
  return (
    <>
      {done > 0 && (
        <Notice tone="success">
          <Plural value={done} one="# link or code revoked." other="# links or codes revoked." />
        </Notice>
      )}
      {done < revoked.length && (
        <Notice tone="warning" title={<Trans>Not changed:</Trans>}>
          <ul>
            {revoked.map((one) =>
              one.kind === 'revoked' ? null : (
                <li key={one.name}>
                  {one.name}:{' '}
                  {one.kind === 'used' ? (
                    <Trans>
                      used, <When at={one.at} />
                    </Trans>
                  ) : one.kind === 'expired' ? (
                    <Trans>
                      ended, <When at={one.at} />
                    </Trans>
                  ) : (
                    <Trans>this link or code no longer exists</Trans>
                  )}
                </li>
              ),
            )}
          </ul>
        </Notice>
      )}
    </>
  )
}
