import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { normalizeCode } from '#contract/spending/voucherCode.ts'
import { type CounterVoucher, markVoucher, undoMinutes } from '#contract/staff/counter.ts'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { useNow } from '#src/platform/now.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { When } from '../parts/When.tsx'
import { memberName } from '../parts/memberName.ts'
import { useMay } from '../session.ts'
import { useAct } from '../staffClient.ts'
import styles from './Counter.module.css'

interface CounterMemberProps {
  member: FoundMember
  vouchers: readonly CounterVoucher[]
  /** What the member was found by, as it was typed or scanned. */
  foundBy: string
  /** Called once a voucher is marked, or a mark taken back. */
  onMarked: () => void
}

/** Whether a voucher is the one whose code or reference was given, however that was written. */
const isAskedFor = ({ code, refNo }: CounterVoucher, foundBy: string) =>
  [code, refNo].some((one) => one !== null && normalizeCode(one) === normalizeCode(foundBy))

/** The one that was asked for, then those that can be used, those that have expired, the used, and the void ones. */
function orderOf(vouchers: readonly CounterVoucher[], foundBy: string): string[] {
  const now = clubNow()
  const rankOf = (voucher: CounterVoucher) => {
    if (isAskedFor(voucher, foundBy)) return 0
    const { expiresAt, usedAt, voidAt } = voucher
    if (voidAt !== null) return 4
    if (usedAt !== null) return 3
    return expiresAt !== null && Date.parse(expiresAt) < now ? 2 : 1
  }
  return vouchers.toSorted((one, other) => rankOf(one) - rankOf(other)).map(({ id }) => id)
}

/** A member at the counter: tier, validity, and each voucher with its button. */
export function CounterMember({ member, vouchers, foundBy, onMarked }: CounterMemberProps) {
  const { t } = useLingui()
  // Once for each member: what is marked stays where it was pressed.
  const [order] = useState(() => orderOf(vouchers, foundBy))
  const placeOf = ({ id }: CounterVoucher) => (order.includes(id) ? order.indexOf(id) : order.length)
  const ordered = vouchers.toSorted((one, other) => placeOf(one) - placeOf(other))
  const may = useMay()
  const name = memberName(member)
  return (
    <>
      <section className={styles['member']} aria-label={name}>
        <h2>{name}</h2>
        <p className={styles['tier']}>
          <TierBadge tier={member.tier} />{' '}
          {member.tierUntil === null ? (
            <Trans>No expiry date</Trans>
          ) : (
            <Trans>
              Valid until <When at={member.tierUntil} day />
            </Trans>
          )}
        </p>
        {!member.isActive && (
          <Notice tone="danger">
            <Trans>This account is closed.</Trans>
          </Notice>
        )}
        {member.suspendedAt !== null && (
          <Notice tone="warning" title={<Trans>Suspended</Trans>}>
            <p>
              <Trans>
                Since <When at={member.suspendedAt} day />. The member can’t spend points, but their vouchers are still
                valid.
              </Trans>
            </p>
          </Notice>
        )}
        <Facts
          facts={[
            [t`Member number`, member.memberNo],
            [t`Mobile`, member.mobile],
            [t`Email`, member.email],
          ]}
        />
        {may('member_read') && (
          <p>
            <TextLink to="/member" search={{ id: member.id }}>
              <Trans>Everything about this member</Trans>
            </TextLink>
          </p>
        )}
      </section>
      <section className={styles['vouchers']}>
        <h2>
          <Trans>Vouchers</Trans>
        </h2>
        {vouchers.length === 0 ? (
          <Empty>
            <Trans>This member has no vouchers.</Trans>
          </Empty>
        ) : (
          <ul>
            {ordered.map((voucher) => (
              <li key={voucher.id}>
                <Voucher
                  voucher={voucher}
                  mayMark={may('voucher_mark')}
                  isAskedFor={isAskedFor(voucher, foundBy)}
                  onMarked={onMarked}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

type Outcome = AnswerOf<typeof markVoucher>

interface VoucherProps extends Pick<CounterMemberProps, 'onMarked'> {
  voucher: CounterVoucher
  mayMark: boolean
  /** Whether its code or reference is what was typed or scanned. */
  isAskedFor: boolean
}

function Voucher({ voucher, mayMark, isAskedFor: isFront, onMarked }: VoucherProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const element = useRef<HTMLElement>(null)
  const now = useNow([voucher.expiresAt])
  // On a phone it's below the member.
  useEffect(() => {
    if (isFront) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isFront])
  const act = useAct(markVoucher)
  const { code, reward, alias, refNo, expiresAt, usedAt, voidAt } = voucher
  const mark = async (isUsed: boolean, takesExpired = false) => {
    if (code === null) return
    const answer = await act.mutateAsync({ code, isUsed, takesExpired }).catch(() => null)
    if (element.current !== null) {
      if (answer?.kind === 'marked') onMarked()
    } else if (answer?.kind !== 'marked') {
      // The next guest is shown, and whoever was before may be leaving with the reward.
      const title = isUsed ? t`Voucher ${code} wasn’t marked as used` : t`The mark of voucher ${code} wasn’t undone`
      showToast({ title, body: t`Look it up again to see why.`, tone: 'danger' })
    }
  }
  const asksExpired = act.data?.kind === 'expired' && usedAt === null
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) < now
  return (
    <article
      ref={element}
      className={styles['voucher']}
      data-used={usedAt !== null || voidAt !== null || undefined}
      data-typed={isFront || undefined}
      aria-label={code ?? refNo}
    >
      <div>
        <h3>{(reward && localized(reward, lang)) || alias}</h3>
        {code !== null && <p className={styles['code']}>{code}</p>}
        <p className={styles['facts']}>
          <Trans>Reference {refNo}</Trans>
          {isFront && (
            <Badge tone="info">
              <Trans>The voucher you looked up</Trans>
            </Badge>
          )}
          <VoucherState voucher={voucher} />
        </p>
      </div>
      {mayMark && code !== null && voidAt === null && (
        <div className={styles['act']}>
          {usedAt !== null ? (
            <Button busy={act.isPending} onClick={() => void mark(false)}>
              <Trans>Undo</Trans>
            </Button>
          ) : asksExpired ? (
            <Button variant="danger" busy={act.isPending} onClick={() => void mark(true, true)}>
              <Trans>Accept it anyway</Trans>
            </Button>
          ) : (
            <Button variant={hasExpired ? 'secondary' : 'primary'} busy={act.isPending} onClick={() => void mark(true)}>
              <Trans>Mark as used</Trans>
            </Button>
          )}
        </div>
      )}
      <ActFailure error={act.error} />
      {act.data && <OutcomeNotice outcome={act.data} />}
    </article>
  )
}

function VoucherState({ voucher: { expiresAt, usedAt, voidAt, used } }: { voucher: CounterVoucher }) {
  const now = useNow([expiresAt])
  const by = used?.by ?? null
  if (voidAt !== null)
    return (
      <Badge tone="danger">
        <span>
          <Trans>
            Void since <When at={voidAt} />: the points were given back
          </Trans>
        </span>
      </Badge>
    )
  if (usedAt !== null)
    return (
      <Badge tone="neutral">
        <span>
          {by === null ? (
            <Trans>
              Used <When at={usedAt} />
            </Trans>
          ) : (
            <Trans>
              Used <When at={usedAt} />, marked by {by}
            </Trans>
          )}
        </span>
      </Badge>
    )
  if (expiresAt === null)
    return (
      <Badge tone="success">
        <Trans>No expiry date</Trans>
      </Badge>
    )
  if (Date.parse(expiresAt) < now)
    return (
      <Badge tone="danger">
        <Trans>
          Expired <When at={expiresAt} day />
        </Trans>
      </Badge>
    )
  return (
    <Badge tone="success">
      <Trans>
        Valid until <When at={expiresAt} day />
      </Trans>
    </Badge>
  )
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'unknown')
    return (
      <Notice tone="warning">
        <Trans>There’s no voucher with this code any more.</Trans>
      </Notice>
    )
  if (outcome.kind === 'void')
    return (
      <Notice tone="danger" title={<Trans>Void: don’t accept it</Trans>}>
        <p>
          <Trans>The member has got the points back.</Trans>
        </p>
      </Notice>
    )
  if (outcome.kind === 'expired')
    return (
      <Notice tone="warning">
        <Trans>This voucher has expired but hasn’t been used. You can still accept it.</Trans>
      </Notice>
    )
  const { usedAt, used } = outcome.voucher
  if (outcome.kind === 'not_yours')
    return (
      <Notice tone="warning">
        <Trans>
          Only the person who marked it can undo that, within {undoMinutes} minutes. Ask someone on the membership team.
        </Trans>
      </Notice>
    )
  if (outcome.kind === 'marked')
    return usedAt === null ? (
      <Notice tone="info">
        <Trans>Undone: the voucher can be used again.</Trans>
      </Notice>
    ) : (
      <Notice tone="success">
        <Trans>Marked as used.</Trans>
      </Notice>
    )
  if (usedAt === null)
    return (
      <Notice tone="warning">
        <Trans>Someone else has already undone this.</Trans>
      </Notice>
    )
  return (
    <Notice tone="danger" title={<Trans>Already used: don’t accept it</Trans>}>
      {used === null ? (
        <When at={usedAt} />
      ) : (
        <p>
          <Trans>
            Marked by {used.by}, <When at={used.at} />.
          </Trans>
        </p>
      )}
    </Notice>
  )
}
