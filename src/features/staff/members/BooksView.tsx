import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { languageTags } from '#contract/language.ts'
import type { MemberBooks } from '#contract/staff/members.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { type Column, Table } from '#src/ui/layout/Table.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { youthMessages } from '../messages.ts'
import { memberName } from '../parts/memberName.ts'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { AccountActions } from './AccountActions.tsx'
import { AdjustPoints } from './AdjustPoints.tsx'
import { contactFacts, CorrectContact } from './CorrectContact.tsx'
import { CorrectMember } from './CorrectMember.tsx'
import styles from './Members.module.css'
import { LostMailbox, OpenAddressChange } from './LostMailbox.tsx'
import { Notes } from './Notes.tsx'
import { ReturnRedemption } from './ReturnRedemption.tsx'
import { SuspendMember } from './SuspendMember.tsx'
import { Timeline } from './Timeline.tsx'

type Row<Name extends keyof MemberBooks> = MemberBooks[Name] extends readonly (infer One)[] ? One : never

/** What the books say of a member, what can be done with them, and what has happened. */
export function BooksView({ books }: { books: MemberBooks }) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const lang = useLanguage()
  const { member, points, suspensionReason, differences } = books
  const name = memberName(member)
  /** Whose change of address was asked for on this page. */
  const [askedFor, setAskedFor] = useState<string | null>(null)
  return (
    <>
      <section className={styles['head']} aria-label={name}>
        <h2>{name}</h2>
        <p className={styles['badges']}>
          <TierBadge tier={member.tier} />
          {!member.isActive && (
            <Badge tone="danger">
              <Trans>Account closed</Trans>
            </Badge>
          )}
          {member.suspendedAt !== null && (
            <Badge tone="warning">
              <Trans>Suspended</Trans>
            </Badge>
          )}
          {!books.isEmailVerified && (
            <Badge tone="warning">
              <Trans>Email not verified</Trans>
            </Badge>
          )}
        </p>
        {books.reopenableUntil !== null && (
          <p>
            <Trans>
              The account can be reopened until <When at={books.reopenableUntil} day />. Then its data is deleted.
            </Trans>
          </p>
        )}
        {member.suspendedAt !== null && (
          <Notice
            tone="warning"
            title={
              <Trans>
                Suspended since <When at={member.suspendedAt} day />
              </Trans>
            }
          >
            {suspensionReason}
          </Notice>
        )}
        <p className={styles['points']}>
          <span>{formatPoints(points)}</span> <Trans>points available</Trans>
        </p>
        <Facts
          facts={[
            [t`Member number`, member.memberNo],
            [t`Email`, member.email],
            ...contactFacts(books.contact, books.countries, { i18n, lang }),
            [t`Tier ends`, member.tierUntil === null ? t`No expiry date` : <When at={member.tierUntil} day />],
            [t`Joined`, <When key="joined" at={books.joinedAt} day />],
            [t`Profile`, books.isProfileCompleted ? t`Completed` : t`Not completed`],
            [
              t`Young Audience Scheme`,
              may('application_read') && books.youth !== 'N/A' ? (
                <TextLink to="/applications" search={{ member: member.id }}>
                  {i18n._(youthMessages[books.youth])}
                </TextLink>
              ) : (
                i18n._(youthMessages[books.youth])
              ),
            ],
          ]}
        />
      </section>
      {books.addressChange !== null && (
        <OpenAddressChange change={books.addressChange} mayAct={may('address_change')} isNew={askedFor === member.id} />
      )}
      {differences.length > 0 && (
        <Notice tone="danger" title={<Trans>The audit found differences in this member’s records</Trans>}>
          <ul lang={languageTags.en}>
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </Notice>
      )}
      {may('points_adjust') && member.isActive && <AdjustPoints memberId={member.id} />}
      {may('points_adjust') && member.isActive && (
        <ReturnRedemption memberId={member.id} redemptions={books.redemptions} />
      )}
      {may('member_correct') && member.isActive && <CorrectMember key={member.id} books={books} />}
      {may('member_correct') && member.isActive && <CorrectContact key={`contact of ${member.id}`} books={books} />}
      {may('member_suspend') && member.isActive && <SuspendMember key={`suspension of ${member.id}`} member={member} />}
      {may('address_change') && member.isActive && books.isEmailVerified && books.addressChange === null && (
        <LostMailbox key={`mailbox of ${member.id}`} member={member} onAsk={() => setAskedFor(member.id)} />
      )}
      <AccountActions key={`account of ${member.id}`} books={books} />
      <Tables books={books} />
      <Notes memberId={member.id} notes={books.notes} isOpen={member.isActive} />
      <Timeline memberId={member.id} />
    </>
  )
}

function Tables({ books }: { books: MemberBooks }) {
  const { t } = useLingui()
  return (
    <div className={styles['tables']}>
      <Part<Row<'buckets'>>
        title={t`When points expire`}
        rows={books.buckets}
        keyOf={({ id }) => id}
        columns={[
          {
            head: t`Expire`,
            isName: true,
            renderCell: ({ expiresAt }) => (expiresAt === null ? t`Never` : <When at={expiresAt} day />),
          },
          { head: t`Given`, isNumber: true, renderCell: ({ earned }) => formatPoints(earned) },
          { head: t`Left`, isNumber: true, renderCell: ({ remaining }) => formatPoints(remaining) },
        ]}
      />
      <Part<Row<'redemptions'>>
        title={t`Rewards`}
        rows={books.redemptions}
        keyOf={({ refNo }) => refNo}
        columns={[
          { head: t`When`, renderCell: ({ at }) => <When at={at} /> },
          { head: t`Reference`, isName: true, renderCell: ({ refNo }) => refNo },
          { head: t`Reward`, renderCell: ({ alias, quantity }) => `${quantity} × ${alias}` },
          { head: t`Points`, isNumber: true, renderCell: ({ points }) => formatPoints(points) },
          {
            head: t`Vouchers`,
            renderCell: ({ vouchers, delivery, returnedAt }) =>
              vouchers.length === 0
                ? (delivery ?? '–')
                : vouchers.map(({ code, usedAt, expiresAt }) => (
                    <span key={code} className={styles['line']}>
                      {code} ·{' '}
                      {returnedAt !== null ? (
                        <Trans>
                          void since <When at={returnedAt} day />
                        </Trans>
                      ) : usedAt !== null ? (
                        <Trans>
                          used <When at={usedAt} day />
                        </Trans>
                      ) : expiresAt === null ? (
                        <Trans>not used</Trans>
                      ) : (
                        <Trans>
                          until <When at={expiresAt} day />
                        </Trans>
                      )}
                    </span>
                  )),
          },
        ]}
      />
    </div>
  )
}

interface PartProps<One> {
  title: string
  rows: readonly One[]
  columns: readonly Column<One>[]
  keyOf: (row: One) => string
}

/** What follows is found without scrolling through years. */
const shownAtFirst = 20

/** A table of the books, the latest first; nothing where it has no rows. */
function Part<One>({ title, rows, columns, keyOf }: PartProps<One>): ReactNode {
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return null
  const latest = rows.toReversed()
  return (
    <Disclosure
      title={
        <>
          {title} <span className={styles['bookCount']}>{rows.length}</span>
        </>
      }
    >
      <div className={styles['part']}>
        <Table label={title} rows={isWhole ? latest : latest.slice(0, shownAtFirst)} columns={columns} keyOf={keyOf} />
        {!isWhole && rows.length > shownAtFirst && (
          <Button onClick={() => setWhole(true)}>
            <Trans>Show all {rows.length}</Trans>
          </Button>
        )}
      </div>
    </Disclosure>
  )
}
