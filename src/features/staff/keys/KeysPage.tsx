import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { endKey, isKeyName, type ListedKey, listKeys, makeKey } from '#contract/staff/keys.ts'
import { type KeyPermission, keyPermissions } from '#contract/staff/roles.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import type { Column } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { actorText } from '../acts.ts'
import { keyPermissionMessages } from '../messages.ts'
import { Answered } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { ListTable } from '../parts/ListTable.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { When } from '../parts/When.tsx'
import { staffQuery, useAct } from '../staffClient.ts'
import styles from './Keys.module.css'

/** A key that was made. Its secret is known here only. */
interface Made {
  name: string
  secret: string
}

/** What became of ending a key. */
interface Ended {
  name: string
  answer: AnswerOf<typeof endKey>
}

/** The keys by which the box office's own machines call the club. */
export function KeysPage() {
  const { t } = useLingui()
  const query = useQuery(staffQuery(listKeys, {}))
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const [ending, setEnding] = useState<ListedKey | null>(null)
  const [ended, setEnded] = useState<Ended | null>(null)
  return (
    <StaffPage
      title={t`API keys`}
      actions={
        <Button variant="primary" onClick={() => setMaking(true)}>
          <Trans>Create a key</Trans>
        </Button>
      }
    >
      {made && <MadeNotice made={made} />}
      {ended && <EndedNotice ended={ended} />}
      <Answered query={query}>{({ keys }) => <Keys keys={keys} onEnd={setEnding} />}</Answered>
      {isMaking && (
        <MakeDialog
          onClose={(key) => {
            setMaking(false)
            if (!key) return
            setMade(key)
            setEnded(null)
          }}
        />
      )}
      {ending && (
        <EndDialog
          apiKey={ending}
          onClose={(answer) => {
            setEnding(null)
            if (!answer) return
            setEnded({ name: ending.name, answer })
            if (made?.name === ending.name) setMade(null)
          }}
        />
      )}
    </StaffPage>
  )
}

function Keys({ keys, onEnd }: { keys: readonly ListedKey[]; onEnd: (key: ListedKey) => void }) {
  const { t, i18n } = useLingui()
  const open = keys.filter(({ ended }) => ended === null)
  const former = keys.filter(({ ended }) => ended !== null)
  const columns: Column<ListedKey>[] = [
    { head: t({ message: 'Name', context: 'a thing’s' }), isName: true, renderCell: ({ name }) => name },
    { head: t`Permission`, renderCell: ({ permission }) => i18n._(keyPermissionMessages[permission]) },
    {
      head: t`Created`,
      isWhole: true,
      renderCell: ({ made }) => (
        <>
          <When at={made.at} day />
          <span className={styles['soft']}>{actorText(made.by, i18n)}</span>
        </>
      ),
    },
    {
      head: t`Last used`,
      renderCell: ({ lastUsedAt }) =>
        lastUsedAt === null ? t({ message: 'Never', context: 'used' }) : <When at={lastUsedAt} />,
    },
  ]
  return (
    <>
      {open.length === 0 ? (
        <Empty>
          <Trans>No ticketing system has access. To let one in, create a key.</Trans>
        </Empty>
      ) : (
        <ListTable
          file="api-keys"
          label={t`API keys`}
          rows={open}
          keyOf={({ id }) => id}
          columns={[
            ...columns,
            {
              head: t({ message: 'End', context: 'a key' }),
              isControl: true,
              renderCell: (key) => (
                <Button aria-label={t`End the key ${key.name}`} onClick={() => onEnd(key)}>
                  {t({ message: 'End', context: 'a key' })}
                </Button>
              ),
            },
          ]}
        />
      )}
      {former.length > 0 && (
        <Disclosure level={2} title={t`Ended keys`}>
          <ListTable
            file="ended-keys"
            label={t`Ended keys`}
            rows={former}
            keyOf={({ id }) => id}
            columns={[
              ...columns,
              {
                head: t({ message: 'Ended', context: 'a key' }),
                renderCell: ({ ended }) =>
                  ended && (
                    <>
                      <When at={ended.at} />
                      <span className={styles['soft']}>{actorText(ended.by, i18n)}</span>
                    </>
                  ),
              },
            ]}
          />
        </Disclosure>
      )}
    </>
  )
}

/** The secret of a new key, once. */
function MadeNotice({ made: { name, secret } }: { made: Made }) {
  const { t } = useLingui()
  return (
    <Notice tone="success" title={<Trans>The key {name} is ready</Trans>}>
      <div className={styles['secret']}>
        <TextField
          label={t({ message: 'Key', context: 'a machine’s' })}
          hint={t`Copy it into the ticketing system now: it won’t be shown again.`}
          value={secret}
          readOnly
          autoComplete="off"
          spellCheck={false}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={secret}>
          <Trans>Copy the key</Trans>
        </CopyButton>
      </div>
    </Notice>
  )
}

function EndedNotice({ ended: { name, answer } }: { ended: Ended }) {
  const { i18n } = useLingui()
  if (answer.kind === 'done')
    return (
      <Notice tone="success">
        <Trans>The key {name} no longer works.</Trans>
      </Notice>
    )
  return (
    <Notice tone="info">
      <p>
        {answer.by ? (
          <Trans>
            {actorText(answer.by.by, i18n)} had already ended the key {name}, <When at={answer.by.at} />.
          </Trans>
        ) : (
          <Trans>The key {name} had already ended.</Trans>
        )}
      </p>
    </Notice>
  )
}

/** Makes a key with a name and one permission. */
function MakeDialog({ onClose }: { onClose: (made?: Made) => void }) {
  const { t, i18n } = useLingui()
  const [name, setName] = useState('')
  const [permission, setPermission] = useState<KeyPermission | null>(null)
  const [faults, setFaults] = useState<{ name?: string; permission?: string }>({})
  const act = useAct(makeKey)
  const make = () => {
    setFaults({
      ...(isKeyName(name) ? {} : { name: t`Enter a name of 2 to 60 characters, such as the system’s.` }),
      ...(permission === null ? { permission: t`Choose what the key allows.` } : {}),
    })
    if (!isKeyName(name) || permission === null) return
    act.mutate(
      { name, permission },
      {
        onSuccess: (answer) => {
          if (answer.kind === 'made') onClose({ name: name.trim(), secret: answer.secret })
          else setFaults({ name: t`There is, or was, a key with this name. Enter another.` })
        },
      },
    )
  }
  return (
    <ConfirmDialog
      title={t`Create a key for a ticketing system`}
      tone="primary"
      confirm={<Trans>Create the key</Trans>}
      act={act}
      onConfirm={make}
      onClose={() => {
        // The answer has the key, which is told once.
        if (!act.isPending) onClose()
      }}
    >
      <TextField
        label={t({ message: 'Name', context: 'a thing’s' })}
        hint={t`The log shows this name beside everything that is done with the key.`}
        autoComplete="off"
        maxLength={60}
        value={name}
        error={faults.name}
        onChange={({ target }) => {
          setName(target.value)
          setFaults({})
        }}
      />
      <SelectField
        label={t`Permission`}
        hint={t`A key has one permission. Create another key for another permission.`}
        placeholder={t`Choose one`}
        value={permission ?? ''}
        error={faults.permission}
        options={keyPermissions.map((value) => ({ value, label: i18n._(keyPermissionMessages[value]) }))}
        onChange={({ target }) => {
          setPermission(keyPermissions.find((one) => one === target.value) ?? null)
          setFaults({})
        }}
      />
    </ConfirmDialog>
  )
}

interface EndDialogProps {
  apiKey: ListedKey
  onClose: (answer?: AnswerOf<typeof endKey>) => void
}

function EndDialog({ apiKey: { id, name }, onClose }: EndDialogProps) {
  const { t } = useLingui()
  const act = useAct(endKey)
  return (
    <ConfirmDialog
      title={t`End the key ${name}?`}
      tone="danger"
      confirm={<Trans>End the key</Trans>}
      act={act}
      onConfirm={() => act.mutate({ id }, { onSuccess: onClose })}
      onClose={() => onClose()}
    >
      <p>
        <Trans>
          Whatever uses it will be refused straight away. This can’t be undone, but you can create a new key.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
