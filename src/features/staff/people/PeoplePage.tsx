import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  type Changed,
  type Invitation,
  listPeople,
  type Person,
  revokeInvitation,
  invitationHours,
  inviteStaff,
} from '#contract/staff/people.ts'
import type { Role } from '#contract/staff/roles.ts'
import { Email } from '#contract/member/auth.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import type { Column } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { actorText } from '../acts.ts'
import { roleMessages } from '../messages.ts'
import { ActFailure, Answered } from '../parts/Answered.tsx'
import { ListTable } from '../parts/ListTable.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { staffQuery, useAct } from '../staffClient.ts'
import { ChangeNotice } from './ChangeNotice.tsx'
import styles from './People.module.css'
import { PersonView } from './PersonView.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { RolesField } from './RolesField.tsx'

const route = getRouteApi('/people')

type People = AnswerOf<typeof listPeople>

/** Who serves the club, in which roles, and who is invited. */
export function PeoplePage() {
  const { t } = useLingui()
  const may = useMay()
  const sub = route.useSearch().person
  const query = useQuery(staffQuery(listPeople, {}))
  const [inviting, setInviting] = useState<{ again?: Person } | null>(null)
  const [invited, setInvited] = useState<Invited | null>(null)
  return (
    <StaffPage
      title={t`People`}
      actions={
        may('staff_manage') && (
          <Button variant="primary" onClick={() => setInviting({})}>
            <Trans>Invite someone</Trans>
          </Button>
        )
      }
    >
      {invited && <InvitedNotice invited={invited} />}
      <Answered query={query}>
        {(data) => {
          const person = data.people.find((one) => one.sub === sub)
          return person ? (
            <PersonView key={person.sub} person={person} onInvite={() => setInviting({ again: person })} />
          ) : (
            <Lists data={data} />
          )
        }}
      </Answered>
      {inviting && (
        <InviteDialog
          people={query.data?.people ?? []}
          {...inviting}
          onClose={(made) => {
            setInviting(null)
            if (made) setInvited(made)
          }}
        />
      )}
    </StaffPage>
  )
}

function useRoleText(): (roles: readonly Role[]) => string {
  const { t, i18n } = useLingui()
  return (roles) => (roles.length === 0 ? t`None` : roles.map((role) => i18n._(roleMessages[role])).join(' · '))
}

function Lists({ data: { people, invitations } }: { data: People }) {
  const { t } = useLingui()
  const roleText = useRoleText()
  const present = people.filter(({ endedAt }) => endedAt === null)
  const former = people.filter(({ endedAt }) => endedAt !== null)
  const named: Column<Person> = {
    head: t`Name`,
    isName: true,
    renderCell: ({ sub, name, email, isSelf }) => (
      <>
        <TextLink to="/people" search={{ person: sub }}>
          {name}
        </TextLink>{' '}
        {isSelf && (
          <Badge tone="neutral">
            <Trans>You</Trans>
          </Badge>
        )}
        {name !== email && <span className={styles['soft']}>{email}</span>}
      </>
    ),
  }
  return (
    <>
      <ListTable
        file="staff"
        label={t`Staff`}
        rows={present}
        keyOf={({ sub }) => sub}
        columns={[
          named,
          { head: t`Roles`, renderCell: ({ roles }) => roleText(roles) },
          { head: t`Last sign-in`, renderCell: ({ lastSignInAt }) => <When at={lastSignInAt} /> },
          { head: t`Passkeys`, isNumber: true, renderCell: ({ passkeys }) => passkeys },
          { head: t`Signed in on`, isNumber: true, renderCell: ({ signIns }) => signIns || '–' },
        ]}
      />
      <Invitations invitations={invitations} />
      {former.length > 0 && (
        <Disclosure title={t`No longer on the staff`}>
          <ListTable
            file="former-staff"
            label={t`No longer on the staff`}
            rows={former}
            keyOf={({ sub }) => sub}
            columns={[
              named,
              { head: t`Roles`, renderCell: ({ roles }) => roleText(roles) },
              { head: t`Joined`, renderCell: ({ joinedAt }) => <When at={joinedAt} day /> },
              {
                head: t({ message: 'Left', context: 'the staff' }),
                renderCell: ({ endedAt }) => <When at={endedAt} />,
              },
            ]}
          />
        </Disclosure>
      )}
    </>
  )
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const roleText = useRoleText()
  const act = useAct(revokeInvitation)
  const [outcome, setOutcome] = useState<{ email: string; changed: Changed } | null>(null)
  const revoke = ({ id, email }: Invitation) => {
    setOutcome(null)
    act.mutate({ id }, { onSuccess: (changed) => setOutcome({ email, changed }) })
  }
  return (
    <section className={styles['part']}>
      <h2>
        <Trans>Open invitations</Trans>
      </h2>
      {outcome && (
        <ChangeNotice changed={outcome.changed}>
          <Trans>The invitation for {outcome.email} has been revoked.</Trans>
        </ChangeNotice>
      )}
      <ActFailure error={act.error} />
      {invitations.length === 0 ? (
        <Empty>
          <Trans>There are no open invitations.</Trans>
        </Empty>
      ) : (
        <ListTable
          file="invitations"
          label={t`Open invitations`}
          rows={invitations}
          keyOf={({ id }) => id}
          columns={[
            { head: t`Email`, isName: true, renderCell: ({ email }) => email },
            { head: t`Roles`, renderCell: ({ roles }) => roleText(roles) },
            { head: t`Invited by`, renderCell: ({ invitedBy }) => actorText(invitedBy, i18n) },
            { head: t`Until`, renderCell: ({ expiresAt }) => <When at={expiresAt} /> },
            ...(may('staff_manage')
              ? [
                  {
                    head: t`Revoke`,
                    isControl: true,
                    renderCell: (invitation: Invitation) => (
                      <Button
                        busy={act.isPending && act.variables.id === invitation.id}
                        aria-label={t`Revoke the invitation for ${invitation.email}`}
                        onClick={() => revoke(invitation)}
                      >
                        <Trans>Revoke</Trans>
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </section>
  )
}

/** An invitation that was made. Its link is known here only. */
interface Invited {
  email: string
  answer: AnswerOf<typeof inviteStaff>
}

interface InviteDialogProps {
  /** Who is on the staff: an invitation replaces what they have. */
  people: readonly Person[]
  /** Whom to invite again. */
  again?: Person
  onClose: (invited?: Invited) => void
}

/** Invites someone by email, in the language of the pages. */
function InviteDialog({ people, again, onClose }: InviteDialogProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const [email, setEmail] = useState(again?.email ?? '')
  const [roles, setRoles] = useState<Role[]>(again?.roles ?? [])
  const [faults, setFaults] = useState<{ email?: string; roles?: string }>({})
  const act = useAct(inviteStaff)
  const address = v.safeParse(Email, email)
  const known = people.find((one) => address.success && one.email === address.output && one.endedAt === null)
  const invite = () => {
    const found = {
      ...(address.success ? {} : { email: t`Enter an email address such as ada@example.com.` }),
      ...(roles.length > 0 ? {} : { roles: t`Choose at least one role.` }),
    }
    setFaults(found)
    if (!address.success || roles.length === 0) return
    act.mutate(
      { email: address.output, roles, lang },
      { onSuccess: (answer) => onClose({ email: address.output, answer }) },
    )
  }
  return (
    <ConfirmDialog
      title={t`Invite someone to the staff`}
      size="wide"
      tone="primary"
      confirm={<Trans>Send the invitation</Trans>}
      act={act}
      onConfirm={invite}
      onClose={() => onClose()}
    >
      <TextField
        type="email"
        label={t`Email`}
        hint={t`They get the link in this page’s language. It works once, for ${invitationHours} hours.`}
        autoComplete="off"
        maxLength={254}
        value={email}
        error={faults.email}
        onChange={({ target }) => {
          setEmail(target.value)
          setFaults({})
        }}
      />
      {known && (
        <Notice tone="info">
          <Trans>
            {known.name} is already on the staff. Once they accept this invitation, they’ll have only these roles, and
            their new passkey will replace the old ones.
          </Trans>
        </Notice>
      )}
      <RolesField
        roles={roles}
        error={faults.roles ?? null}
        onChange={(chosen) => {
          setRoles(chosen)
          setFaults({})
        }}
      />
    </ConfirmDialog>
  )
}

/** What became of an invitation, with its link, once. */
function InvitedNotice({ invited: { email, answer } }: { invited: Invited }) {
  const { t } = useLingui()
  if (answer.kind === 'not_owner')
    return (
      <Notice tone="warning">
        <Trans>You’re no longer an owner. Nothing was changed.</Trans>
      </Notice>
    )
  return (
    <Notice tone="success" title={<Trans>We’ve emailed the invitation to {email}</Trans>}>
      <div className={styles['link']}>
        <TextField
          label={t`Link in the invitation`}
          hint={
            <Trans>
              It works once, until <When at={answer.expiresAt} />. You can also give it to them yourself: it won’t be
              shown again.
            </Trans>
          }
          value={answer.link}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={answer.link}>
          <Trans>Copy the link</Trans>
        </CopyButton>
      </div>
    </Notice>
  )
}
