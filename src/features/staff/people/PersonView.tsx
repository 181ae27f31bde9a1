import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { languageTable } from '#contract/language.ts'
import {
  type Changed,
  changeRoles,
  endStaff,
  endStaffSignIns,
  type Person,
  staffSignIns,
} from '#contract/staff/people.ts'
import type { Role } from '#contract/staff/roles.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { actorText } from '../acts.ts'
import { ActFailure, Answered } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { useAct, staffQuery } from '../staffClient.ts'
import { ChangeNotice } from './ChangeNotice.tsx'
import { RolesField } from './RolesField.tsx'
import styles from './People.module.css'

/** Somebody who serves the club: roles, sign-ins, and the end of it. */
export function PersonView({ person, onInvite }: { person: Person; onInvite: () => void }) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const [removing, setRemoving] = useState(false)
  const [removed, setRemoved] = useState<Changed | null>(null)
  // The form begins anew with other roles: what became of it stays.
  const saving = useAct(changeRoles)
  const isPresent = person.endedAt === null
  return (
    <>
      <p>
        <TextLink to="/people" activeOptions={{ exact: true }}>
          <Trans>All people</Trans>
        </TextLink>
      </p>
      <section className={styles['person']} aria-label={person.name}>
        <h2>
          {person.name}{' '}
          {!isPresent && (
            <Badge tone="neutral">
              <Trans>No longer on the staff</Trans>
            </Badge>
          )}
        </h2>
        <Facts
          facts={[
            [t`Email`, person.email],
            [t`Invited by`, actorText(person.invitedBy, i18n)],
            [t`Joined`, <When key="joined" at={person.joinedAt} day />],
            [t({ message: 'Left', context: 'the staff' }), person.endedAt && <When at={person.endedAt} />],
            [t`Last sign-in`, <When key="last" at={person.lastSignInAt} />],
            [t`Passkeys`, person.passkeys],
          ]}
        />
        {may('staff_manage') && (
          <ButtonRow>
            <Button onClick={onInvite}>
              <Trans>Invite again</Trans>
            </Button>
            {isPresent && (
              <Button variant="danger" onClick={() => setRemoving(true)}>
                <Trans>Remove from the staff</Trans>
              </Button>
            )}
          </ButtonRow>
        )}
      </section>
      {removed && (
        <ChangeNotice changed={removed}>
          <Trans>{person.name} is no longer on the staff, and has been signed out.</Trans>
        </ChangeNotice>
      )}
      <ActFailure error={saving.error} />
      {saving.data && (
        <ChangeNotice changed={saving.data}>
          <Trans>The roles are saved. They apply from now on.</Trans>
        </ChangeNotice>
      )}
      {isPresent && may('staff_manage') && (
        <RolesForm
          key={person.roles.join()}
          before={person.roles}
          isBusy={saving.isPending}
          onSave={(roles) => saving.mutate({ sub: person.sub, before: person.roles, roles })}
        />
      )}
      {isPresent && <SignIns person={person} />}
      {removing && (
        <RemoveDialog
          person={person}
          onClose={(changed) => {
            setRemoving(false)
            if (changed) setRemoved(changed)
          }}
        />
      )}
    </>
  )
}

interface RolesFormProps {
  before: readonly Role[]
  isBusy: boolean
  onSave: (roles: Role[]) => void
}

function RolesForm({ before, isBusy, onSave }: RolesFormProps) {
  const { t } = useLingui()
  const [roles, setRoles] = useState<Role[]>([...before])
  const [fault, setFault] = useState<string | null>(null)
  return (
    <form
      className={styles['person']}
      onSubmit={(event) => {
        event.preventDefault()
        if (roles.length === 0) return setFault(t`Choose at least one role, or remove them from the staff.`)
        return onSave(roles)
      }}
    >
      <RolesField
        roles={roles}
        error={fault}
        onChange={(chosen) => {
          setRoles(chosen)
          setFault(null)
        }}
      />
      <ButtonRow>
        <Button type="submit" variant="primary" busy={isBusy}>
          <Trans>Save the roles</Trans>
        </Button>
      </ButtonRow>
    </form>
  )
}

type SignIn = AnswerOf<typeof staffSignIns>['signIns'][number]

function SignIns({ person: { sub, name } }: { person: Person }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const may = useMay()
  const query = useQuery(staffQuery(staffSignIns, { sub }))
  const act = useAct(endStaffSignIns)
  const placeOf = ({ browser, device }: SignIn) =>
    [browser, device].filter(Boolean).join(languageTable[lang].comma) || t`Unknown browser`
  return (
    <section className={styles['part']}>
      <h2>
        <Trans>Where they’re signed in</Trans>
      </h2>
      <ActFailure error={act.error} />
      {act.data && (
        <ChangeNotice changed={act.data}>
          <Trans>Signed out.</Trans>
        </ChangeNotice>
      )}
      <Answered query={query}>
        {({ signIns }) =>
          signIns.length === 0 ? (
            <Empty>
              <Trans>{name} isn’t signed in anywhere.</Trans>
            </Empty>
          ) : (
            <>
              <Table
                label={t`Where they’re signed in`}
                rows={signIns}
                keyOf={({ id }) => id}
                columns={[
                  {
                    head: t`Browser`,
                    isName: true,
                    renderCell: (signIn) => (
                      <>
                        {placeOf(signIn)}{' '}
                        {signIn.isThis && (
                          <Badge tone="neutral">
                            <Trans>This one</Trans>
                          </Badge>
                        )}
                      </>
                    ),
                  },
                  {
                    head: t({ message: 'Since', context: 'signed in' }),
                    renderCell: ({ since }) => <When at={since} />,
                  },
                  { head: t`Until`, renderCell: ({ until }) => <When at={until} /> },
                  ...(may('staff_manage')
                    ? [
                        {
                          head: t`Sign out`,
                          isControl: true,
                          renderCell: (signIn: SignIn) => (
                            <Button
                              aria-label={t`Sign out ${placeOf(signIn)}`}
                              busy={act.isPending && act.variables.id === signIn.id}
                              onClick={() => act.mutate({ sub, id: signIn.id })}
                            >
                              <Trans>Sign out</Trans>
                            </Button>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
              {may('staff_manage') && signIns.length > 1 && (
                <ButtonRow>
                  <Button busy={act.isPending} onClick={() => act.mutate({ sub })}>
                    <Trans>Sign out everywhere</Trans>
                  </Button>
                </ButtonRow>
              )}
            </>
          )
        }
      </Answered>
    </section>
  )
}

function RemoveDialog({ person, onClose }: { person: Person; onClose: (changed?: Changed) => void }) {
  const { t } = useLingui()
  const act = useAct(endStaff)
  return (
    <ConfirmDialog
      title={t`Remove ${person.name} from the staff?`}
      tone="danger"
      confirm={<Trans>Remove</Trans>}
      act={act}
      onConfirm={() => act.mutate({ sub: person.sub }, { onSuccess: onClose })}
      onClose={() => onClose()}
    >
      <p>
        <Trans>
          They’ll be signed out straight away, and need a new invitation to come back. What they’ve done stays in the
          log.
        </Trans>
      </p>
      {person.isSelf && (
        <Notice tone="warning">
          <Trans>This is you: you won’t see these pages any more.</Trans>
        </Notice>
      )}
    </ConfirmDialog>
  )
}
