import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addStaffPasskey, newStaffPasskey, removeStaffPasskey, staffPasskeys } from '#contract/staff/passkeys.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { createPasskey, knowsPasskeys } from '#src/platform/passkeys.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Notice, type NoticeTone } from '#src/ui/states/Notice.tsx'
import { ActFailure, Answered } from './parts/Answered.tsx'
import { When } from './parts/When.tsx'
import { useAct, staffQuery } from './staffClient.ts'

interface Outcome {
  tone: NoticeTone
  words: string
}

/** The passkeys of whoever is signed in: another device, and one that is lost. */
export function PasskeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const query = useQuery(staffQuery(staffPasskeys, {}))
  const ask = useAct(newStaffPasskey)
  const keep = useAct(addStaffPasskey)
  const remove = useAct(removeStaffPasskey)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const none = t`No passkey was created. This device may already have one for these pages.`

  const add = async () => {
    setOutcome(null)
    const { options } = await ask.mutateAsync({})
    const credential = options && (await createPasskey(options))
    if (credential === null) return setOutcome({ tone: 'warning', words: none })
    const { kind } = await keep.mutateAsync({ credential, lang })
    return setOutcome(
      kind === 'added'
        ? { tone: 'success', words: t`The passkey is added. We’ve emailed you about it.` }
        : { tone: 'warning', words: none },
    )
  }
  const removeOne = (id: string) => {
    setOutcome(null)
    const words = {
      removed: t`The passkey is removed, and you’re signed out everywhere else.`,
      last: t`This is your only passkey. Add another one first.`,
      unknown: t`This passkey has already been removed.`,
    }
    remove.mutate(
      { id },
      { onSuccess: ({ kind }) => setOutcome({ tone: kind === 'last' ? 'warning' : 'success', words: words[kind] }) },
    )
  }
  return (
    <Dialog open onClose={onClose} title={t`Your passkeys`} size="wide">
      <p>
        <Trans>Each of them signs you in here. Add one on each device that you work with.</Trans>
      </p>
      {outcome && <Notice tone={outcome.tone}>{outcome.words}</Notice>}
      <ActFailure error={ask.error ?? keep.error ?? remove.error} />
      <Answered query={query}>
        {({ passkeys }) =>
          passkeys === null ? (
            <Notice tone="warning">
              <Trans>Passkeys don’t work at this address: it needs a name, such as club.example.</Trans>
            </Notice>
          ) : (
            <>
              {passkeys.length > 0 && (
                <Table
                  label={t`Your passkeys`}
                  rows={passkeys}
                  keyOf={({ id }) => id}
                  columns={[
                    { head: t`Device`, isName: true, renderCell: ({ name }) => name },
                    { head: t`Added`, renderCell: ({ since }) => <When at={since} day /> },
                    { head: t`Last used`, renderCell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
                    {
                      head: t`Remove`,
                      isControl: true,
                      renderCell: ({ id, name }) => (
                        <Button
                          aria-label={t`Remove ${name}`}
                          busy={remove.isPending && remove.variables.id === id}
                          onClick={() => removeOne(id)}
                        >
                          <Trans>Remove</Trans>
                        </Button>
                      ),
                    },
                  ]}
                />
              )}
              {knowsPasskeys() && (
                <ButtonRow>
                  {/* What has failed is shown above. */}
                  <Button
                    variant="primary"
                    busy={ask.isPending || keep.isPending}
                    onClick={() => void add().catch(() => undefined)}
                  >
                    <Trans>Add a passkey</Trans>
                  </Button>
                </ButtonRow>
              )}
            </>
          )
        }
      </Answered>
    </Dialog>
  )
}
